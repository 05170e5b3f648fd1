// "Only the score": who is called what stands wherever a player can be chosen.
document.addEventListener("input", ({ target }) => {
  if (!target.matches("input[data-seat]")) return;
  for (const one of document.querySelectorAll(`option[data-of="${target.dataset.seat}"]`)) {
    one.textContent = target.value.trim() || target.defaultValue;
  }
});
