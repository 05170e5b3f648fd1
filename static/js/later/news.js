// What the page has to say, once: it lists what is current, and what wasn't there before is news.
const told = (() => {
  const list = document.getElementById("news");
  const SEEN = nameKept(`said-${list?.dataset.table}`);
  const listeners = [];
  let newest = [];

  const listed = () => [...list.querySelectorAll("li")].map((line) => ({ ...line.dataset }));

  // Null if this page has never looked: then nothing that is there already is news.
  function seen() {
    try {
      return JSON.parse(sessionStorage.getItem(SEEN));
    } catch {
      return seen.here;
    }
  }
  function see(ids) {
    try {
      sessionStorage.setItem(SEEN, JSON.stringify(ids));
    } catch {
      seen.here = ids;
    }
  }

  // Whether the list is older than one that has been read: an answer that came late.
  function isOld() {
    const at = (list.querySelector("ol")?.dataset.at ?? "0.0.0").split(".").map(Number);
    const place = newest.findIndex((part, index) => part !== at[index]);
    if (place >= 0 && at[place] < newest[place]) return true;
    newest = at;
    return false;
  }

  function read() {
    if (isOld()) return;
    const items = listed();
    const before = seen();
    see(items.map((one) => one.id));
    const fresh = before ? items.filter((one) => !before.includes(one.id)) : [];
    const undone = fresh.some((one) => one.kind === "undo");
    // What is there again because of an undo has been done already.
    const news = fresh.filter((one) => !undone || one.kind === "undo" || one.kind === "turn");
    for (const listener of listeners) listener(news, undone);
  }

  function listen(listener) {
    listeners.push(listener);
    if (listeners.length > 1) return;
    new MutationObserver(read).observe(list, { attributes: true, characterData: true, childList: true, subtree: true });
    read();
  }

  return { list, listed, listen, tapped: () => navigator.userActivation?.hasBeenActive ?? true };
})();
