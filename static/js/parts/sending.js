// Forms that are sent as soon as something is chosen, and forms that are empty again once they were taken.
document.addEventListener("change", (event) => {
  event.target.closest?.("form[data-autosend]")?.requestSubmit();
});
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement.matches("form[data-reset]") && response.raw.ok) sourceElement.reset();
});
