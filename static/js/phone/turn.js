// The turn arrives: the page comes to its top, its title says so. (It vibrates by js/phone-later/feel.js.)
if (live) {
  const plain = document.title;
  let mine = null;
  // What the page shows stands on the page itself, so that styles need not look for it with every change.
  const SHOWN = {
    telling: ".own-row",
    laying: "#own .lying",
  };
  const look = () => {
    for (const [name, one] of Object.entries(SHOWN)) document.body.classList.toggle(name, !!document.querySelector(one));
    const head = document.querySelector("#top h1[data-arrives]");
    if (Boolean(head) === mine) return;
    mine = Boolean(head);
    document.title = head ? `▶ ${head.dataset.arrives} – ${plain}` : plain;
    if (!head) return;
    for (const sheet of document.querySelectorAll(".sheet[data-read]:modal:not(:has(details[open]))")) sheet.close();
    requestAnimationFrame(() => scrollTo(0, 0)); // at once, it would have the page laid out twice
  };
  live.stream.addEventListener("changed", look);
  look();
}
// Who sends by keyboard goes on from there: the button is shut while it is under way, and may be gone afterwards. What comes
// of it may stand before the answer is there, or after it.
if (live) {
  let keyed = false;
  let from = null;
  let sent = false;
  const touched = (byKey) => () => {
    keyed = byKey;
    from = null;
  };
  // Safari before 17.4 has no checkVisibility.
  const seen = (one) => one.checkVisibility?.() ?? one.getClientRects().length > 0;
  const go = () => {
    const [here, head] = [document.activeElement, document.querySelector("#live h1")];
    if (!from || sent || !([document.body, head].includes(here) || !seen(here))) return;
    const next = document.querySelector("#thumb .done button") ?? head;
    if (next === head) head.tabIndex = -1;
    (from.isConnected && !from.disabled && seen(from) ? from : next)?.focus();
  };
  document.addEventListener("keydown", touched(true), true);
  document.addEventListener("pointerdown", touched(false), true);
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST") return;
    from = keyed ? document.activeElement : null;
    sent = true;
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST") return;
    sent = false;
    go();
  });
  live.stream.addEventListener("changed", go);
}
