// The buttons next to a number. If it is a count as it is now, the button below says what changes.
{
  const tells = (form) => {
    const button = form.querySelector("[data-says]");
    const inputs = [...form.querySelectorAll("input[type=number]")];
    const changed = inputs.filter((input) => input.value !== input.defaultValue);
    for (const input of inputs) input.parentElement.querySelector("[data-before]").hidden = !changed.includes(input);
    button.hidden = !changed.length;
    const said = changed.map(({ dataset, defaultValue, value }) => button.dataset.says
      .replace("{what}", dataset.what).replace("{before}", defaultValue).replace("{after}", value));
    button.textContent = said.join(", ");
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button[data-step]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    const value = Number(input.value || 0) + Number(button.dataset.step);
    input.value = Math.min(Number(input.max), Math.max(Number(input.min), value));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.addEventListener("input", ({ target }) => {
    if (target.form?.matches(".counts")) tells(target.form);
  });
  // For a card that nobody has revealed, it asks once more.
  document.addEventListener("click", ({ target }) => {
    const opener = target.closest?.("[data-shows-card]");
    const asked = opener && document.getElementById(opener.dataset.showsCard);
    if (asked) opener.ariaExpanded = String(!(asked.hidden = !asked.hidden));
  });
}
