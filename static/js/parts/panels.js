// Panels and sheets that are seldom looked at are filled when they are opened, and updated as long as they are open.
if (live) {
  let asked = 0;
  // `writes` is the field of it in which the cursor should be.
  const fill = async (panel, writes = "") => {
    const mine = (panel.asked = ++asked);
    try {
      const answer = await fetch(panel.dataset.panel, { signal: live.soon(live.POLL / 2) });
      const text = await answer.text();
      const inside = panel.querySelector("[hx-morph-skip]");
      if (!answer.ok || panel.asked !== mine) return;
      await htmx.swap({ target: inside, swap: "innerMorph", text });
      if (panel.contains(document.activeElement)) document.getElementById(writes)?.focus();
    } catch {
      live.lost();
    }
  };
  document.addEventListener("toggle", (event) => {
    if (event.target.open && event.target.matches("details[data-panel]")) fill(event.target);
  }, true);
  document.addEventListener("click", (event) => {
    const opener = event.target.closest?.("[data-sheet]");
    const sheet = opener && document.getElementById(opener.dataset.sheet);
    if (!sheet?.dataset.panel) return;
    // A sheet for several things shows the one that was tapped, as it is now: what was typed the last time is gone.
    if (opener.dataset.of) {
      sheet.dataset.panel = opener.dataset.of;
      sheet.querySelector("[hx-morph-skip]").replaceChildren();
    }
    fill(sheet, opener.dataset.focus);
  });
  // What was asked for before the page changed comes too late then.
  live.stream.addEventListener("changed", () => document.querySelectorAll("[data-panel][open]").forEach((panel) => fill(panel)));
}
