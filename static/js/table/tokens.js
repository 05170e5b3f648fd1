// Tokens go where they belong before people's eyes, and each change is announced once.
if (live) {
  const heard = document.getElementById("heard");
  const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
  let before = new Map();
  let turn = null;
  let stood = "";

  // What it is, in words: of a thing that names its owner itself, its name alone.
  const words = (token) => {
    const said = token.querySelector(".sr");
    const name = token.closest(".plate").querySelector(".name").textContent;
    const own = said.firstElementChild?.textContent;
    return { name, what: own ?? said.textContent, here: own ?? `${name}: ${said.textContent}` };
  };
  const seen = () => {
    const found = new Map();
    for (const token of document.querySelectorAll("[data-token]")) {
      found.set(token.dataset.token, { token, ...words(token), box: token.getBoundingClientRect() });
    }
    return found;
  };
  const slow = () => parseFloat(getComputedStyle(document.body).getPropertyValue("--slow")) * 1000;
  const way = (from, to) => `translate(${from.x - to.x}px, ${from.y - to.y}px)`;

  const glide = (token, from, to) => {
    if (!slow() || !from || (from.x === to.x && from.y === to.y)) return;
    token.animate([{ transform: way(from, to) }, { transform: "none" }], { duration: slow(), easing: EASE });
  };
  // It is no longer on the page: its picture goes to the middle of the table.
  const leave = ({ token, box }) => {
    const middle = document.querySelector(".middle")?.getBoundingClientRect();
    if (!slow() || !middle) return;
    const ghost = document.body.appendChild(token.cloneNode(true));
    ghost.removeAttribute("data-token");
    ghost.classList.add("leaving");
    Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px` });
    const to = { x: middle.x + middle.width / 2, y: middle.y + middle.height / 2 };
    const move = ghost.animate([{}, { transform: way(to, box), opacity: 0 }], { duration: slow(), easing: EASE });
    move.onfinish = () => ghost.remove();
  };

  // Which tokens there are, where, and what they say.
  const standing = () =>
    [...document.querySelectorAll("[data-token]")]
      .map((one) => `${one.dataset.token} ${one.closest("[id]").id} ${one.textContent}`)
      .join("\n");
  const onTurn = () => document.querySelector(".marks .on")?.closest(".plate").getBoundingClientRect();
  const measure = () => {
    before = seen();
    turn = onTurn();
  };
  // Measuring has the browser lay out the page: while nothing else changes it waits until the change is painted.
  const later = () => requestAnimationFrame(() => setTimeout(measure));
  measure();
  stood = standing();
  addEventListener("resize", later);
  live.stream.addEventListener("changed", () => {
    const now = standing();
    if (now === stood) return later();
    stood = now;
    const pattern = document.querySelector("[data-gone]")?.dataset.gone;
    const after = seen();
    const news = [];
    for (const [key, { token, here, box }] of after) {
      const was = before.get(key);
      glide(token, was ? was.box : turn, box);
      if (was?.here !== here) news.push(here);
    }
    for (const [key, one] of before) {
      if (after.has(key) || !pattern) continue;
      leave(one);
      news.push(pattern.replace("{name}", one.name).replace("{what}", one.what));
    }
    before = after;
    turn = onTurn();
    if (news.length) heard.textContent = `${news.join(". ")}.`;
  });
  // Whoever points at a token reads what it is.
  document.addEventListener("pointerover", ({ target }) => {
    const token = target.closest?.(".plate :is(.token, .amount, .without)");
    if (token) token.title = token.querySelector(".sr").textContent;
  });
}
