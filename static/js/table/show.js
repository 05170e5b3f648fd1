// While the score is revealed a tap on the board pauses or resumes it, and skips the breath; the right arrow and a
// swipe step on, Space stops it too.
if (live) {
  const press = (form) => {
    const button = document.querySelector(`#telling .${form} button:not([disabled])`);
    button?.click();
    return button;
  };
  const KEYS = { ArrowRight: "nextstep", " ": "pausing" };
  const onControl = ({ target }) => target.closest("a, button, dialog, input, summary");
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || onControl(event)) return;
    if (KEYS[event.key] && press(KEYS[event.key])) event.preventDefault();
  });

  const FAR = 60; // what is farther is a swipe
  let start = null;
  const onBoard = (event) => event.target.closest?.("#telling") && !onControl(event);
  addEventListener("pointerdown", (event) => (start = event.isPrimary && onBoard(event) ? event : null));
  addEventListener("pointercancel", () => (start = null));
  addEventListener("pointerup", (event) => {
    if (!start || !onBoard(event)) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
    if (x < -FAR && -x > Math.abs(y)) press("nextstep");
    else if (Math.hypot(x, y) < 10) press(document.querySelector(".breath") ? "nextstep" : "pausing");
  });
}
