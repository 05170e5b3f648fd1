// The turn arrives: the page comes to its top, its title says so. (It vibrates and sounds by js/parts/voice.js.)
if (live) {
  const plain = document.title;
  let mine = null;
  const look = () => {
    const head = document.querySelector("#top h1[data-arrives]");
    if (Boolean(head) === mine) return;
    mine = Boolean(head);
    document.title = head ? `▶ ${head.dataset.arrives} – ${plain}` : plain;
    if (!head) return;
    for (const sheet of document.querySelectorAll(".sheet[data-read]:modal")) sheet.close();
    scrollTo(0, 0);
    document.querySelector(".menu[open]")?.removeAttribute("open");
  };
  document.addEventListener("htmx:after:swap", look);
  look();
  document.addEventListener("change", ({ target }) => {
    // Several are marked: the button says who.
    const said = target.dataset?.who && target.form.querySelector("[data-what]");
    if (said) {
      const who = [...target.form.querySelectorAll("[data-who]:checked")].map((one) => one.dataset.who);
      said.textContent = who.length ? `${said.dataset.what}: ${who.join(", ")}` : said.dataset.nobody;
    }
    // What happened on the way is marked: a choice closes its sheet, and takes the place of another.
    const one = target.dataset?.one;
    if (!one) return;
    for (const other of document.querySelectorAll(`[data-one="${one}"]`)) {
      if (other !== target) other.checked = false;
    }
    target.closest("dialog").close();
  });
}
// Who sends by keyboard goes on from there: the button is shut while it is under way, and may be gone afterwards.
if (live) {
  let keyed = false;
  let from = null;
  document.addEventListener("keydown", () => (keyed = true), true);
  document.addEventListener("pointerdown", () => (keyed = false), true);
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (keyed && ctx.request.method === "POST") from = document.activeElement;
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (!from || ctx.request.method !== "POST") return;
    const [last, next] = [from, document.querySelector("#thumb .done button") ?? document.querySelector("#live h1")];
    from = null;
    if (document.activeElement !== document.body) return;
    if (next?.matches("h1")) next.tabIndex = -1;
    (last.isConnected && !last.disabled && last.checkVisibility() ? last : next)?.focus();
  });
}
