// Sheets: a button with data-sheet opens the dialog of that id, which stays open while news comes in.
// The sheet itself has the focus, not its handle, unless something in it asks for it.
const openSheet = (sheet) => {
  sheet.showModal();
  if (sheet.querySelector("[autofocus]")) return;
  sheet.tabIndex = -1;
  sheet.focus();
};
{
  // A tap next to a sheet hits the dialog itself, outside of its box.
  const beside = (event) => {
    if (!event.target.matches?.(".sheet:modal")) return false;
    const box = event.target.getBoundingClientRect();
    return event.clientY < box.top || event.clientX < box.left || event.clientX > box.right;
  };

  document.addEventListener("click", (event) => {
    const opener = event.target.closest?.("[data-sheet]");
    const sheet = opener && document.getElementById(opener.dataset.sheet);
    if (sheet && !sheet.closest("#sheets")) openSheet(sheet);
    if (beside(event) || event.target.closest?.(".sheet [data-close]")) event.target.closest(".sheet").close();
  });
  // What was asked is answered. News that comes before the answer may have taken the form away.
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    const form = ctx.sourceElement;
    ctx.sheet = form.closest?.("[data-stay]") ? null : form.closest?.(".sheet");
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (!ctx.response?.raw?.ok) return;
    for (let sheet = ctx.sheet; sheet; sheet = sheet.parentElement?.closest(".sheet")) {
      if (!sheet.matches(".within:not(:modal)")) sheet.close();
    }
  });
  // A sheet that news has moved elsewhere in the page is open, but not above the page any more; nor is one within
  // another, which has deeds now.
  document.addEventListener("htmx:after:swap", () => {
    for (const sheet of document.querySelectorAll(".sheet[open]:not(:modal, .within)")) {
      sheet.close();
      openSheet(sheet);
    }
  });
}
