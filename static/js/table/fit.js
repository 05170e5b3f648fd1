// What stands in the middle of the table, or what is told, gets smaller where its room is too small: styles multiply by
// `--fit` what may give way, and let go of what matters least where it is tight.
{
  const SIZES = [1, 0.94, 0.87, 0.81, 0.75, 0.68, 0.62];
  let seen = null;
  let words = null;
  const fits = (size, step) => {
    document.body.style.setProperty("--fit", size);
    seen.dataset.keepTight = step >> 1;
    return seen.scrollHeight <= seen.clientHeight;
  };
  const fit = () => seen?.toggleAttribute("data-keep-scrolls", !SIZES.some(fits));
  // Measured only where its room or what it says has changed: measuring has the browser lay out the page at once.
  const room = new ResizeObserver(fit);
  const look = () => {
    const found = document.querySelector(".ring .middle, .telling");
    if (found !== seen) {
      room.disconnect();
      if (found) room.observe(found);
    }
    const said = found?.textContent;
    if (found === seen && said === words) return;
    [seen, words] = [found, said];
    if (seen?.matches(".middle")) seen.dataset.keepCalm = !seen.querySelector(".todo, .button");
    fit();
  };
  live?.stream.addEventListener("changed", look);
  document.fonts.ready.then(fit);
  look();
}
