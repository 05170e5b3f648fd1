// A game that is added: a file is read into the text, and what is found in it is shown while one types.
{
  const form = document.querySelector(".adding");
  const text = document.getElementById("game-text");
  const place = document.getElementById("game-found");
  const written = document.getElementById("game-written");
  const numbers = form?.querySelector(".numbered pre");
  let asked = 0;

  const number = () => {
    const many = text.value.split("\n").length;
    numbers.textContent = Array.from({ length: many }, (_, n) => n + 1).join("\n");
    numbers.scrollTop = text.scrollTop;
    form.querySelector(".begins").hidden = text.value !== "";
    for (const one of form.querySelectorAll("[data-needs-text]")) one.hidden = text.value === "";
  };
  const look = async () => {
    number();
    const mine = (asked += 1);
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.dataset.check, { method: "POST", body });
    const found = await answer.text();
    if (mine === asked && answer.ok) place.innerHTML = found;
  };
  let waiting = 0;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, 300);
  };
  form?.addEventListener("input", (event) => event.target.type !== "file" && soon());
  text?.addEventListener("scroll", () => (numbers.scrollTop = text.scrollTop));
  place?.addEventListener("click", ({ target }) => {
    const line = Number(target.closest("[data-line]")?.dataset.line);
    if (!line) return;
    written.open = true;
    const before = text.value.split("\n").slice(0, line);
    const end = before.join("\n").length;
    text.focus();
    text.setSelectionRange(end - before[line - 1].length, end);
    text.scrollTop = (line - 3) * parseFloat(getComputedStyle(text).lineHeight);
  });
  document.getElementById("game-file")?.addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    text.value = await file.text();
    const name = file.name.replace(/\.[^.]*$/, "").toLowerCase().replace(/[^a-z0-9-]+/g, "-");
    document.getElementById("game-name").value = name.replace(/^[^a-z]+/, "").slice(0, 40);
    target.value = "";
    look();
  });
  if (text?.value) look();
  else if (text) number();
}
