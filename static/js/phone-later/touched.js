// What is behind a tile is fetched when the finger comes down, so that it is there when it lifts, and again with each
// change while it is open.
{
  const holder = document.getElementById("sheets");
  let latest = 0;
  let coming = null;
  let missed = null;

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
    const found = await text;
    if (mine !== latest) return false;
    if (found) await htmx.swap({ target: "#sheets", swap, text: found });
    else holder.querySelector("[open]")?.close();
    return true;
  };

  if (live && holder) {
    document.addEventListener("pointerdown", ({ target }) => {
      const id = wanted(target);
      coming = id && { id, text: fetched(id) };
      coming?.text.catch(() => {});
    });
    const open = async (id, text) => {
      try {
        if (!(await show(text, "innerHTML"))) return;
        const sheet = document.getElementById(id);
        if (sheet) openSheet(sheet);
      } catch {
        missed = id;
        live.lost();
      }
    };
    document.addEventListener("click", ({ target }) => {
      const id = wanted(target);
      missed = null;
      if (!id) return;
      open(id, coming?.id === id ? coming.text : fetched(id));
      coming = null;
    });
    // What was touched in a dead network opens when that is back, unless something else has been touched.
    live.stream.addEventListener("reached", () => {
      if (missed) open(missed, fetched(missed));
      missed = null;
    });
    // What is being sent is answered soon.
    live.stream.addEventListener("changed", () => {
      const open = holder.querySelector("[open]");
      if (open && !open.querySelector("[data-sending]")) show(fetched(open.id), "innerMorph").catch(live.lost);
    });
  }
}
