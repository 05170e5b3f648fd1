// The turn arrives: the page comes to its top, its title says so. (It vibrates and sounds by js/parts/voice.js.)
if (live) {
  const plain = document.title;
  let mine = null;
  const look = () => {
    const head = document.querySelector("#top h1[data-arrives]");
    if (Boolean(head) === mine) return;
    mine = Boolean(head);
    document.title = head ? `▶ ${head.dataset.arrives} – ${plain}` : plain;
    if (!head) return;
    for (const sheet of document.querySelectorAll(".sheet[data-read]:modal")) sheet.close();
    scrollTo(0, 0);
    document.querySelector(".menu[open]")?.removeAttribute("open");
  };
  document.addEventListener("htmx:after:swap", look);
  look();
  // What happened on the way is marked: a choice closes its sheet, and takes the place of another.
  document.addEventListener("change", (event) => {
    const one = event.target.dataset?.one;
    if (!one) return;
    for (const other of document.querySelectorAll(`[data-one="${one}"]`)) {
      if (other !== event.target) other.checked = false;
    }
    event.target.closest("dialog").close();
  });
}
