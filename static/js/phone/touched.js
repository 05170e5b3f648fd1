// What lies behind a tile is fetched when the finger comes down, so that it is there when it lifts, and again with each
// change while it is open.
{
  const holder = document.getElementById("sheets");
  let latest = 0;
  let coming = null;

  const fetched = async (id) => {
    const address = holder.dataset.at + id + holder.dataset.own;
    const answer = await fetch(address, { signal: live.soon(live.POLL / 2) });
    return answer.ok ? answer.text() : "";
  };
  // The sheet that a touch asks for, where the page does not have it already.
  const wanted = (target) => {
    const id = target.closest?.("[data-sheet]")?.dataset.sheet;
    const here = id && document.getElementById(id);
    return id && (!here || holder.contains(here)) ? id : null;
  };
  const show = async (text, swap) => {
    const mine = ++latest;
    try {
      const found = await text;
      if (mine !== latest) return;
      if (found) await htmx.swap({ target: "#sheets", swap, text: found });
      else holder.querySelector("[open]")?.close();
    } catch {
      live.lost();
    }
  };

  if (live && holder) {
    document.addEventListener("pointerdown", ({ target }) => {
      const id = wanted(target);
      coming = id && { id, text: fetched(id) };
      coming?.text.catch(() => {});
    });
    document.addEventListener("click", async ({ target }) => {
      const id = wanted(target);
      if (!id) return;
      const text = coming?.id === id ? coming.text : fetched(id);
      coming = null;
      await show(text, "innerHTML");
      document.getElementById(id)?.showModal();
    });
    // What is being sent is answered soon.
    live.stream.addEventListener("changed", () => {
      const open = holder.querySelector("[open]");
      if (open && !open.querySelector("[data-sending]")) show(fetched(open.id), "innerMorph");
    });
  }
}
