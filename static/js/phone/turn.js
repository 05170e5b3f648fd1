// The turn arrives: the page comes to its top, its title says so. (It vibrates by js/phone-later/feel.js.)
if (live) {
  const plain = document.title;
  let mine = null;
  // What the page shows is noted on the page itself, so that styles need not look for it with every change.
  const SHOWN = {
    telling: ".own-row",
    laying: "#own .lying",
  };
  const look = () => {
    for (const [name, one] of Object.entries(SHOWN)) document.body.classList.toggle(name, !!document.querySelector(one));
    const head = document.querySelector("#top h1[data-arrives]");
    if (Boolean(head) === mine) return;
    mine = Boolean(head);
    document.title = head ? `▶ ${head.dataset.arrives} – ${plain}` : plain;
    if (!head) return;
    for (const sheet of document.querySelectorAll(".sheet[data-read]:modal:not(:has(details[open]))")) sheet.close();
    requestAnimationFrame(() => scrollTo(0, 0)); // at once, it would have the page laid out twice
  };
  live.stream.addEventListener("changed", look);
  look();
}
