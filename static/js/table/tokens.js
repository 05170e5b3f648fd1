// Tokens go where they belong before people's eyes, and each change is announced once.
if (live) {
  const heard = document.getElementById("heard");
  let before = new Map();

  const seen = () => {
    const found = new Map();
    for (const token of document.querySelectorAll("[data-token]")) {
      const { here, gone } = token.dataset;
      found.set(token.dataset.token, { token, here, gone, box: token.getBoundingClientRect() });
    }
    return found;
  };

  const glide = (token, from, to) => {
    const slow = parseFloat(getComputedStyle(token).getPropertyValue("--slow")) * 1000;
    if (!slow || (from.x === to.x && from.y === to.y)) return;
    const move = [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }];
    token.animate(move, { duration: slow, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" });
  };

  document.addEventListener("htmx:before:swap", () => {
    before = seen();
  });
  live.stream.addEventListener("changed", () => {
    const after = seen();
    const news = [];
    for (const [key, { token, here, box }] of after) {
      const was = before.get(key);
      if (was) glide(token, was.box, box);
      if (was?.here !== here) news.push(here);
    }
    for (const [key, { gone }] of before) if (!after.has(key)) news.push(gone);
    before = after;
    if (news.length) heard.textContent = `${news.join(". ")}.`;
  });
}
