// Names of players: a pasted list keeps its lines, which an input would drop. Enter adds them, as in an input.
{
  const MOST = 6;
  const isNames = (target) => target.matches?.("textarea.names");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || !isNames(event.target)) return;
    event.preventDefault();
    event.target.form.querySelector("button").click();
  });
  document.addEventListener("input", ({ target }) => {
    if (isNames(target)) target.rows = Math.min(MOST, target.value.split("\n").length);
  });
  document.addEventListener("reset", ({ target }) => {
    for (const box of target.querySelectorAll("textarea.names")) box.rows = 1;
  });
}
