// Hold to look: the secret is fetched while the finger is down and gone from the page when it lifts.
(() => {
  const HOLD = 500;
  let held = null;

  function cover() {
    if (!held) return;
    clearTimeout(held.timer);
    held.stop.abort();
    held.face.textContent = "";
    delete held.button.dataset.keep;
    if (live) live.holding = null;
    held.lift();
    held = null;
  }

  function hold(button, wait = HOLD) {
    cover();
    const mine = { button, face: button.querySelector(".face"), stop: new AbortController() };
    const lifted = new Promise((lift) => (mine.lift = lift));
    // News would take the card away under the finger (the last one to look starts the game): it waits until the finger
    // lifts.
    if (live) live.holding = lifted;
    held = mine;
    button.dataset.keep = "holding";
    mine.timer = setTimeout(async () => {
      try {
        const answer = await fetch(button.dataset.look, {
          method: "POST",
          body: new URLSearchParams({ key: button.dataset.key }),
          signal: mine.stop.signal,
        });
        const text = answer.ok ? await answer.text() : "✕";
        if (held !== mine) return;
        mine.face.innerHTML = text;
        button.dataset.keep = "open";
      } catch {
        if (held === mine) mine.face.textContent = "✕";
      }
    }, wait);
  }

  const holdable = (event) => event.target.closest?.("button.hold");

  document.addEventListener("pointerdown", (event) => {
    const button = holdable(event);
    if (button && event.isPrimary && event.button === 0) hold(button);
  });
  // Too short to be a hold: the card lifts a little and says so.
  function tapped() {
    const { button } = held;
    cover();
    button.dataset.tapped = "";
    setTimeout(() => delete button.dataset.tapped, 1600);
  }

  addEventListener("pointerup", () => (held?.button.dataset.keep === "holding" ? tapped() : cover()), true);
  for (const name of ["pointercancel", "pagehide"]) addEventListener(name, cover, true);
  // Not when another card loses the focus to the one that is held.
  const blurred = (event) => [window, held?.button].includes(event.target) && cover();
  addEventListener("blur", blurred, true);
  document.addEventListener("pointerout", (event) => {
    if (held && event.target === held.button && !held.button.contains(event.relatedTarget)) cover();
  });
  document.addEventListener("visibilitychange", cover);
  document.addEventListener("contextmenu", (event) => {
    if (holdable(event)) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const button = holdable(event);
    if (!button || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    if (!event.repeat) hold(button);
  });
  document.addEventListener("keyup", (event) => holdable(event) && cover());
  // For a switch or a screen reader, which can't hold: a button shows it for five seconds.
  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("[data-shows]")?.dataset.shows;
    const button = key && document.querySelector(`#live button.hold[data-key="${key}"]`);
    if (!button) return;
    hold(button, 0);
    const mine = held;
    setTimeout(() => held === mine && cover(), 5000);
  });
  // A page that comes out of the back-forward cache is old: ask again.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    document.body.hidden = true;
    location.reload();
  });
})();
