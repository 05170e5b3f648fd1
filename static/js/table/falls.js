// While the score is told, gold falls piece by piece to its people, and the sum counts up with it. The pieces name their
// order; what has fallen lies still when the page is drawn again.
if (live) {
  const slow = () => parseFloat(getComputedStyle(document.body).getPropertyValue("--slow")) * 1000;
  const news = (name) => {
    const found = [...document.querySelectorAll(`[data-${name}]`)];
    const fresh = found.filter((one) => one.dataset.keepTold !== one.dataset[name]);
    for (const one of fresh) one.dataset.keepTold = one.dataset[name];
    return fresh.map((one) => ({ one, order: Number(one.dataset[name].split(".")[1]) }));
  };
  // From the pot it is taken from, or from above.
  const start = (one) => {
    const from = one.dataset.from && one.closest("ol").children[one.dataset.from];
    if (!from) return "translateY(-30vh)";
    const [here, there] = [one, from].map((box) => box.getBoundingClientRect());
    return `translate(${there.x - here.x}px, ${there.y - here.y}px)`;
  };
  const fall = () => {
    const [pieces, sums] = [news("fall"), news("count")];
    if (!pieces.length && !sums.length) return;
    const pace = slow() / 3;
    if (!pace) return;
    for (const { one, order } of pieces) {
      const move = [{ transform: start(one), opacity: one.dataset.from ? 1 : 0 }, { transform: "none" }];
      one.animate(move, { duration: slow(), delay: order * pace, easing: "ease-in", fill: "backwards" });
    }
    for (const { one, order } of sums) {
      const last = Number(one.textContent);
      const steps = Math.min(last, 24);
      if (!(steps > 0)) continue;
      one.textContent = "0";
      for (let step = 1; step <= steps; step++) {
        setTimeout(() => (one.textContent = String(Math.round((last * step) / steps))), slow() + (order + step - 1) * pace);
      }
    }
  };
  live.stream.addEventListener("changed", fall);
  fall();
}
