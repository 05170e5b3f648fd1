// On the table's screen a region of an event takes the place of what was there: comparing the two costs more than drawing.
// Where people have opened something, type, or something remembers what has been shown, it is morphed.
if (live) {
  const KEPT = "details[open], dialog, :focus, [hx-morph-skip], [data-keep-told]";
  live.put = (text) => {
    const held = document.createElement("template");
    held.innerHTML = text;
    const parts = [...held.content.childNodes];
    if (!parts.every((part) => part.matches?.("[hx-swap-oob]"))) return text;
    const left = parts.filter((part) => {
      const place = document.getElementById(part.id);
      if (!place || place.querySelector(KEPT) || part.querySelector(KEPT)) return true;
      place.replaceChildren(...part.childNodes);
      if (place.querySelector("[hx-post]")) htmx.process(place);
      return false;
    });
    return left.map((part) => part.outerHTML).join("");
  };
}
