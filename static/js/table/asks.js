// What follows from a tap at a seat is asked at once, on the screen where it was tapped: whom a creature hits, say.
if (live) {
  const list = () => [...document.querySelectorAll(".sheet[data-asks]")];
  let before = null; // the sheets that asked before the tap
  let version = ""; // of the page that shows what comes of it

  const look = () => {
    if (!before || !version || live.older(live.version, version)) return;
    const asks = list().find((sheet) => !before.includes(sheet.id));
    before = null;
    if (asks && !document.querySelector(".sheet:modal")) openSheet(asks);
  };
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST") return;
    before = ctx.sourceElement.closest?.("#place") ? list().map((sheet) => sheet.id) : null;
    version = "";
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST") return;
    version = ctx.response?.headers?.get("Companion-Version") ?? "";
    look();
  });
  live.stream.addEventListener("changed", look);
}
