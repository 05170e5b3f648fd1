// Too many pages of one seat are open: this one, the oldest, stops asking until it is looked at again.
if (live) {
  live.stream.addEventListener("surplus", () => {
    live.surplus = true;
  });
  for (const name of ["htmx:before:request", "htmx:sse:before:connection"]) {
    live.stream.addEventListener(name, (event) => {
      if (live.surplus) event.preventDefault();
    });
  }
  for (const name of ["focus", "pointerdown", "visibilitychange"]) {
    addEventListener(name, () => {
      if (!document.hidden) live.surplus = false;
    }, true);
  }
}
