// Clocks of the game count down to what the server says, by this device's own seconds; the table's device says 60, 10
// and the end.
{
  const news = document.getElementById("news");
  const shift = news ? Date.now() / 1000 - Number(news.dataset.now) : 0;
  const said = new Set();
  const figures = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;

  const aloud = (box, left) => {
    const { until, end, minute, ten } = box.dataset;
    const words = { 60: minute, 10: ten, 0: end }[left];
    if (words === undefined || !until || said.has(`${until}.${left}`) || news.dataset.own) return;
    said.add(`${until}.${left}`);
    const level = kept.get("voice") ?? "silent";
    if (level !== "silent") sound.play("turn");
    if (level === "voice" && speech.voice()) speech.say(words, () => {});
  };

  const tick = () => {
    const now = Date.now() / 1000 - shift;
    for (const box of document.querySelectorAll("#live .countdown")) {
      const { until, left, total } = box.dataset;
      const rest = Math.max(0, until ? Math.ceil(Number(until) - now) : Number(left));
      const text = figures(rest);
      const shown = box.querySelector("b");
      if (shown.textContent !== text) shown.textContent = text;
      box.style.setProperty("--share", (100 * rest) / Math.max(1, Number(total)));
      box.classList.toggle("over", rest === 0);
      aloud(box, rest);
    }
  };
  if (news) {
    setInterval(tick, 250);
    tick();
  }
}
