// How to play in one minute: a picture at a time. A tap goes on, and so does the voice if it is on.
{
  const sheet = () => document.getElementById("minute");
  const list = () => sheet().querySelector("ol");
  const at = () => Math.round(Math.abs(list().scrollLeft) / list().clientWidth);
  let told = -1;

  function show(number) {
    const picture = list().children[number];
    if (!picture) return sheet().close();
    list().scrollTo({ left: picture.offsetLeft - list().children[0].offsetLeft, behavior: "instant" });
    tell(number);
  }

  function tell(number) {
    if (number === told) return;
    told = number;
    speech.hush();
    if (kept.get("voice") !== "voice" || !speech.voice()) return;
    speech.say(list().children[number].textContent.trim(), () => {
      if (sheet()?.open && told === number) show(number + 1);
    });
  }

  document.addEventListener("click", ({ target }) => {
    if (target.closest?.('[data-sheet="minute"]')) {
      told = -1;
      show(0);
    } else if (target.closest?.("#minute ol, #minute [data-next]")) show(at() + 1);
  });
  // A finger that leafs is heard too. Neither event bubbles.
  document.addEventListener("scrollend", ({ target }) => target.matches?.("#minute ol") && tell(at()), true);
  document.addEventListener("close", ({ target }) => {
    if (target.id !== "minute") return;
    told = -1;
    speech.hush();
  }, true);
}
