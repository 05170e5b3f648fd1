// A page without a stream: too many pages of one seat are open and this is the oldest, or too many look on. It asks
// every few seconds, and opens a stream again when someone taps it, which may put out another page.
if (live) {
  const why = ["surplus", "full"];
  for (const name of why) {
    live.stream.addEventListener(name, () => {
      live.putOut = true;
      live.tells(name);
    });
  }
  for (const name of ["htmx:before:request", "htmx:sse:before:connection"]) {
    live.stream.addEventListener(name, (event) => {
      if (live.putOut) event.preventDefault();
    });
  }
  for (const name of ["focus", "pointerdown", "visibilitychange"]) {
    addEventListener(name, () => {
      if (document.hidden || !live.putOut) return;
      live.putOut = false;
      live.tells("");
      live.stream.dispatchEvent(new Event("reopen"));
    }, true);
  }
}
