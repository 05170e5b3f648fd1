// What a page says in red has been read by the next tap, when its sheet closes, or after six seconds.
if (live) {
  const STAYS = 6000;
  let timer;
  const gone = () => {
    clearTimeout(timer);
    const say = document.getElementById("say");
    say.hidden = true;
    say.textContent = "";
  };
  const look = () => {
    clearTimeout(timer);
    if (!document.getElementById("say").hidden) timer = setTimeout(gone, STAYS);
  };
  document.addEventListener("htmx:finally:request", () => requestAnimationFrame(look));
  document.addEventListener("click", gone, true);
  document.addEventListener("close", gone, true);
  look();
}
