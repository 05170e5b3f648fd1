// Whoever deals right after someone has joined is asked once: more people may be on their way.
if (live) {
  const JUST = 20000;
  let seats = null;
  let since = -Infinity; // when the newest seat came

  const look = () => {
    const now = new Set([...document.querySelectorAll(".chair[data-id]")].map((chair) => chair.dataset.id));
    if (!now.size) return; // a score has no seats: nobody joins with the way back to the lobby
    if (seats && [...now].some((id) => !seats.has(id))) since = performance.now();
    seats = now;
  };
  live.stream.addEventListener("changed", look);
  look();
  document.addEventListener("click", (event) => {
    const sheet = event.target.closest?.(".deal") && document.getElementById("only");
    if (!sheet || (performance.now() - since > JUST && !("missing" in sheet.dataset))) return;
    event.preventDefault();
    event.stopPropagation();
    openSheet(sheet);
  }, true);
}
