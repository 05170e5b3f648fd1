// What is in the middle of the table gets smaller where it would not fit between the places.
{
  const TIGHTEST = 3;
  let seen = null;
  let words = null;
  const fit = () => {
    if (!seen) return;
    for (let tight = 0; tight <= TIGHTEST; tight++) {
      seen.dataset.keepTight = tight;
      if (seen.scrollHeight <= seen.clientHeight + 1) return;
    }
  };
  // Measured only where its room or what it says has changed: measuring has the browser lay out the page at once.
  const room = new ResizeObserver(fit);
  const look = () => {
    const middle = document.querySelector(".ring .middle");
    if (middle !== seen) {
      room.disconnect();
      if (middle) room.observe(middle);
    }
    const said = middle?.textContent;
    if (middle === seen && said === words) return;
    [seen, words] = [middle, said];
    if (middle) middle.dataset.keepCalm = !middle.querySelector(".todo, .button");
    fit();
  };
  live?.stream.addEventListener("changed", look);
  document.fonts.ready.then(fit);
  look();
}
