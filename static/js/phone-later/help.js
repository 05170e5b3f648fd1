// A long press on a tile or badge, or "?" on the keyboard, opens what it does, out of the page
// "Cards and roles".
{
  const LONG = 500;
  const sheet = document.getElementById("help");
  let pages, pressed;
  const about = async (target) => {
    pages ??= fetch(sheet.dataset.cards).then((answer) => answer.text())
      .then((text) => new DOMParser().parseFromString(text, "text/html"));
    const page = await pages.catch(() => (pages = undefined));
    const { help } = target.dataset;
    const found = page?.getElementById(`c-${help.replace(":", "-")}`) ??
      page?.querySelector(`[id^="c-sign"][data-icon="${help}"]`) ?? page?.querySelector(`[data-icon="${help}"]`);
    if (!found) return;
    sheet.querySelector(".about-here").replaceChildren(found.cloneNode(true));
    openSheet(sheet);
  };
  const let_go = () => clearTimeout(pressed?.timer);
  if (sheet) {
    document.addEventListener("pointerdown", (event) => {
      let_go();
      pressed = null;
      const target = event.target.closest?.("[data-help]");
      if (!target || !event.isPrimary) return;
      const mine = (pressed = { x: event.clientX, y: event.clientY, opened: false });
      mine.timer = setTimeout(() => {
        mine.opened = true;
        about(target);
      }, LONG);
    });
    document.addEventListener("pointermove", (event) => {
      if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 10) let_go();
    });
    for (const name of ["pointerup", "pointercancel", "scroll"]) addEventListener(name, let_go, true);
    // The click that ends a long press is none.
    document.addEventListener("click", (event) => {
      if (!pressed?.opened) return;
      pressed = null;
      event.preventDefault();
      event.stopPropagation();
    }, true);
    document.addEventListener("contextmenu", (event) => {
      if (event.target.closest?.("[data-help]")) event.preventDefault();
    });
    document.addEventListener("keydown", (event) => {
      const target = event.key === "?" && event.target.closest?.("[data-help]");
      if (target) about(target);
    });
  }
}
