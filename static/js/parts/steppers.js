// The buttons beside a number.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-step]");
  if (!button) return;
  const input = button.parentElement.querySelector("input");
  const value = Number(input.value || 0) + Number(button.dataset.step);
  input.value = Math.min(Number(input.max), Math.max(Number(input.min), value));
});
