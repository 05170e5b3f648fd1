// A region of an event replaces what was there: comparing the two costs more than drawing. Where people have opened
// something, type, choose, hold a button down, or something remembers what has been shown, it is morphed.
if (live) {
  const phone = document.body.classList.contains("phone");
  const LASTS = "details[open], dialog, [hx-morph-skip], [data-keep-told]";
  const KEPT = `${LASTS}, :focus, :active${phone ? ", form, input" : ""}`;
  const STAYS = "[tabindex='0'], .spot.now";
  // Nothing stays of what becomes empty.
  const keeps = (place, part) => part.childElementCount && (place.querySelector(KEPT) || part.querySelector(LASTS));
  const shell = (one) => one.cloneNode(false);

  // Lists that scroll keep their position, if they are the same as before. A card turns over only once.
  const fill = (place, part) => {
    const [old, fresh] = [place, part].map(({ children }) => [...children]);
    const alike = () => old.length === fresh.length && old.every((one, n) => shell(one).isEqualNode(shell(fresh[n])));
    if (!place.querySelector(STAYS) || !alike()) return place.replaceChildren(...part.childNodes);
    old.forEach((one, n) => one.isEqualNode(fresh[n]) || one.replaceChildren(...fresh[n].childNodes));
  };
  live.put = (text) => {
    const held = document.createElement("template");
    held.innerHTML = text;
    const parts = [...held.content.childNodes];
    if (!parts.every((part) => part.matches?.("[hx-swap-oob]"))) return text;
    const left = [];
    for (const part of parts) {
      const place = document.getElementById(part.id);
      // The stamp comes last, after everything that it stamps.
      if (!place || (part.id === "stamp" ? left.length : keeps(place, part))) left.push(part);
      else {
        fill(place, part);
        if (place.querySelector("[hx-post]")) htmx.process(place);
      }
    }
    return left.map((part) => part.outerHTML).join("");
  };
}
