// While nobody is there, a game plays by itself in the middle of the table.
if (live) {
  const PACE = 3500;
  let number = 0;
  let shown = null;

  const next = async () => {
    const place = document.getElementById("demo");
    if (!place || document.hidden || (place === shown && matchMedia("(prefers-reduced-motion: reduce)").matches)) return;
    try {
      const answer = await fetch(`${place.dataset.demo}${number++}`, { signal: live.soon(PACE) });
      if (answer.ok) await htmx.swap({ target: place, swap: "innerHTML", text: await answer.text() });
      shown = place;
    } catch {
      // It is a picture: the stream says whether the program is there.
    }
  };
  next();
  setInterval(next, PACE);
}
