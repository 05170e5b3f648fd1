// What is in the middle of the table, or the score being revealed, gets smaller if its room is too small: styles
// multiply by `--fit` what can give way, and drop what matters least where it is tight. Before an order for now, or a
// button, would be cut, piles go (4), then what waits (5: two of them, 6: whose they are).
{
  const EASY = [[1, 0], [0.94, 0], [0.87, 1], [0.81, 1], [0.75, 2]];
  const CALM = [...EASY, [0.68, 2], [0.62, 3]];
  const BUSY = [...EASY, [0.75, 4], [0.75, 5], [0.75, 6], [0.68, 6], [0.62, 6]];
  let seen = null;
  let words = null;
  const fits = ([size, tight]) => {
    document.body.style.setProperty("--fit", size);
    seen.dataset.keepTight = tight;
    return seen.scrollHeight <= seen.clientHeight;
  };
  const fit = () => {
    const steps = seen?.dataset.keepCalm === "false" ? BUSY : CALM;
    seen?.toggleAttribute("data-keep-scrolls", !steps.some(fits));
  };
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
