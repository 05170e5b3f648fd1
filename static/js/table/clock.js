// The clock of a turn counts up from what the server says, by this device's own seconds.
{
  const box = document.getElementById("clock");
  const news = document.getElementById("news");
  if (box && news) {
    const shift = Date.now() / 1000 - Number(news.dataset.now);
    const tick = () => {
      const now = Date.now() / 1000 - shift;
      const asks = box.querySelector("[data-due]");
      const early = now < Number(asks?.dataset.due);
      if (asks && asks.hidden !== early) asks.hidden = early;
      const face = box.querySelector("[data-since]");
      if (!face) return;
      const { since, paused } = face.dataset;
      const ran = Math.max(0, Math.floor((paused === undefined ? now : Number(paused)) - Number(since)));
      const text = `${Math.floor(ran / 60)}:${String(ran % 60).padStart(2, "0")}`;
      const shown = face.querySelector("b");
      if (shown.textContent !== text) shown.textContent = text;
    };
    setInterval(tick, 500);
    new MutationObserver(tick).observe(box, { attributes: true, childList: true, subtree: true });
    tick();
  }
}
