// The clock of a turn counts up from what the server says, by this device's own seconds.
{
  const box = document.getElementById("clock");
  const news = document.getElementById("news");
  if (box && news) {
    const shift = Date.now() / 1000 - Number(news.dataset.now);
    const tick = () => {
      const face = box.querySelector("[data-since]");
      if (!face) return;
      const { since, paused } = face.dataset;
      const now = paused === undefined ? Date.now() / 1000 - shift : Number(paused);
      const ran = Math.max(0, Math.floor(now - Number(since)));
      const text = `${Math.floor(ran / 60)}:${String(ran % 60).padStart(2, "0")}`;
      const shown = face.querySelector("b");
      if (shown.textContent !== text) shown.textContent = text;
    };
    setInterval(tick, 500);
    new MutationObserver(tick).observe(box, { attributes: true, childList: true, subtree: true });
    tick();
  }
}
