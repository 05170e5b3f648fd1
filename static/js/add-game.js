// A game that is added: a file is read into the text, and what is found in it is shown while one types.
{
  const form = document.querySelector(".adding");
  const text = document.getElementById("game-text");
  const place = document.getElementById("game-found");
  let asked = 0;

  const look = async () => {
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
  document.getElementById("game-file")?.addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    text.value = await file.text();
    document.getElementById("game-name").value = file.name.replace(/\.[^.]*$/, "").toLowerCase().replace(/[^a-z0-9-]+/g, "-").slice(0, 40);
    target.value = "";
    look();
  });
  if (text?.value) look();
}
