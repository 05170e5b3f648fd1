// Forms that are sent as soon as something is chosen, and forms that are empty again once they were taken.
document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-autosend]");
  if (form?.requestSubmit) return form.requestSubmit();
  // Safari before 16 does not have it.
  if (form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }))) form.submit();
});
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement.matches("form[data-reset]") && response.raw.ok) sourceElement.reset();
});
