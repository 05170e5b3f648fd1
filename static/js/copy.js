"use strict";
// A button with data-copy copies the text of the field with that id. Plain HTTP has no clipboard and no share sheet.
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const text = document.getElementById(button.dataset.copy);
  text.focus();
  text.select();
  text.setSelectionRange(0, text.value.length);
  if (document.execCommand("copy")) button.textContent = button.dataset.done;
});
