// Keyboard users go on from where they were, whatever news or an answer took away: a button is shut while it sends, and
// may be another one afterwards, or none. The result of a tap may appear before the answer, or after it.
if (live) {
  let from = null; // what had the focus last, unless a finger came since
  let said = ""; // and what that was
  let posted = false; // whether it has been lost by what the keyboard sent
  let sent = false;
  // Safari before 17.4 has no checkVisibility.
  const seen = (one) => one.checkVisibility?.() ?? one.getClientRects().length > 0;
  const open = (one) => one.isConnected && !one.disabled && seen(one);
  const says = (one) => `${one.form?.getAttribute("hx-post")} ${one.textContent}`;
  const go = () => {
    const here = document.activeElement;
    const head = document.querySelector("#live :is(h1:not(.sr), .box[aria-current])");
    const lost = here === document.body || !seen(here) || (posted && here === head);
    if (!from || sent || !lost) return;
    const undo = posted && document.querySelector("#thumb .done button");
    const again = [...document.querySelectorAll("#live button")].find((one) => open(one) && says(one) === said);
    const next = open(from) ? from : (again ?? (undo || head));
    if (next?.matches("h1")) next.tabIndex = -1;
    next?.focus();
  };
  document.addEventListener("keydown", () => (posted = false), true);
  document.addEventListener("pointerdown", () => (from = null), true);
  document.addEventListener("focusin", ({ target }) => {
    if (!target.matches(":focus-visible:not(#live h1)")) return;
    from = target;
    said = says(target);
  });
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST") return;
    posted = from !== null;
    sent = true;
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST") return;
    sent = false;
    go();
  });
  live.stream.addEventListener("changed", go);
}
