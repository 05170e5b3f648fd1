// "Only the score": who is called what stands wherever a player can be chosen.
document.addEventListener("input", ({ target }) => {
  if (!target.matches("input[data-seat]")) return;
  for (const one of document.querySelectorAll(`[data-of="${target.dataset.seat}"]`)) {
    one.dataset.says = target.value.trim() || target.defaultValue;
    one.querySelector("i").textContent = one.dataset.says;
  }
});
