// The first link of the page, and Escape where nothing is open, go to what to do now.
if (live) {
  const MAIN = ["#thumb .button.main", "#own .button.main", "#middle .button.main", ".deal:enabled"];
  const PLACES = [...MAIN, "#own :is(.tile, .hold)", "#live h1"];
  const seen = (one) => one.getClientRects().length > 0;
  const go = () => {
    const [found] = PLACES.flatMap((place) => [...document.querySelectorAll(place)]).filter(seen);
    if (found?.matches("h1")) found.tabIndex = -1;
    found?.focus();
  };
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    go();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (!document.querySelector("dialog:modal")) go();
  });
}
