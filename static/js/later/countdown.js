// Timers of the game count down to what the server says, by this device's own seconds; the table's device says 60, 10
// and the end. Either clock may sleep and stand still meanwhile: every heartbeat says again what time it is there, and
// until then a timer that has slept goes on showing what it showed.
{
  const news = document.getElementById("news");
  const SLEPT = 5000; // milliseconds between two ticks
  const said = new Set();
  let ticked = Date.now();
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
    if (Math.abs(Date.now() - ticked) > SLEPT && live.told <= ticked) live.shift = null;
    ticked = Date.now();
    if (live.shift === null) return;
    const now = ticked / 1000 - live.shift;
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
    live.hears(news.dataset.now);
    setInterval(tick, 250);
    tick();
  }
}
