// Seats are put where people sit: dragged, or moved by arrow keys.
if (live) {
  // Pixels before a seat is dragged; how long it is pressed doesn't count.
  const FAR = 8;
  let drag = null;

  const put = async (chair, place) => {
    const url = chair.closest("[data-seats]").dataset.seats;
    const began = live.changes;
    try {
      const headers = { "HX-Request": "true" };
      const answer = await fetch(`${url}${chair.dataset.id}/to/${place}`, { method: "POST", headers });
      await live.show(await answer.text(), answer.headers.get("Companion-Version"), began);
      document.getElementById(chair.id)?.focus();
    } catch {
      live.lost();
    }
  };
  const under = (event) => {
    const chair = document.elementFromPoint(event.clientX, event.clientY)?.closest(".chair[data-id]");
    return chair === drag.chair ? null : chair;
  };
  const drop = () => {
    drag.chair.classList.remove("dragged");
    drag.chair.style.transform = "";
    drag.over?.classList.remove("under");
    drag.lift?.();
    drag = live.holding = null;
  };

  document.addEventListener("pointerdown", (event) => {
    const chair = event.target.closest?.(".chair[data-id]");
    if (chair && event.isPrimary && event.button === 0) drag = { chair, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(x, y) < FAR) return;
    if (!drag.moved) {
      drag.moved = true;
      drag.chair.classList.add("dragged");
      // News would take the seat away under the finger: it waits until the seat is put down.
      live.holding = new Promise((lift) => (drag.lift = lift));
    }
    drag.chair.style.transform = `translate(${x}px, ${y}px)`;
    drag.over?.classList.remove("under");
    drag.over = under(event);
    drag.over?.classList.add("under");
  });
  document.addEventListener("pointerup", () => {
    if (!drag) return;
    const { chair, over, moved } = drag;
    drop();
    if (!moved) return;
    document.addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
    setTimeout(() => chair.blur());
    if (over) put(chair, over.dataset.place);
  });
  document.addEventListener("pointercancel", () => drag && drop());

  const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  document.addEventListener("keydown", (event) => {
    const chair = event.target.closest?.(".chair[data-id]");
    if (!chair || !STEPS[event.key]) return;
    event.preventDefault();
    const place = Number(chair.dataset.place) + STEPS[event.key];
    if (document.querySelector(`[data-seats] [data-place="${place}"]`)) put(chair, place);
  });

  // A code is on the screen only while its sheet is open.
  document.addEventListener("close", ({ target }) => {
    if (target.id === "seats") document.getElementById("seatlink")?.replaceChildren();
  }, true);
}
