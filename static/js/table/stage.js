// What the screen shows is noted on the page itself, so that styles need not look for it again with every change.
if (live) {
  const STAGES = ["lobby", "telling", "pace", "finale", "rest"];
  const look = () => {
    for (const name of STAGES) document.body.classList.toggle(`at-${name}`, !!document.querySelector(`#live .${name}`));
  };
  live.stream.addEventListener("changed", look);
  look();
}
