// For the change back to every turn: what is on the table is entered with the rest. A tap places one, turns it over,
// removes it.
{
  const show = (button, shows) => {
    const input = button.parentElement.querySelector("input");
    input.value = JSON.stringify([...JSON.parse(input.value).slice(0, 2), shows]);
    button.dataset.lies = shows;
    button.ariaPressed = String(shows > 0);
    button.classList.toggle("lit", shows > 0);
    const { counted, most } = button.dataset;
    const number = button.querySelector("b");
    number.textContent = shows;
    number.hidden = !shows || (counted === undefined && most === "1");
    if (counted === undefined) return;
    button.parentElement.classList.toggle("lit", shows > 0);
    button.parentElement.querySelector("[data-less]").hidden = !shows;
  };
  document.addEventListener("click", ({ target }) => {
    const less = target.closest?.("[data-less]");
    const button = less?.parentElement.querySelector("[data-lies]") ?? target.closest?.("[data-lies]");
    if (!button) return;
    const { lies, most, counted, once } = button.dataset;
    const [now, high] = [Number(lies), Number(most)];
    if (less) show(button, now - 1);
    else if (counted !== undefined) show(button, Math.min(high, now + 1));
    else show(button, now ? now - 1 : high);
    if (!once || now) return;
    for (const other of button.form.querySelectorAll(`[data-once="${once}"]`)) if (other !== button) show(other, 0);
  });
}
