// A region of an event takes the place of what was there: comparing the two costs more than drawing. Where people have
// opened something, type, choose, or something remembers what has been shown, it is morphed.
if (live) {
  const phone = document.body.classList.contains("phone");
  const KEPT = `details[open], dialog, :focus, [hx-morph-skip], [data-keep-told]${phone ? ", form, input" : ""}`;
  const SCROLLS = "[tabindex='0']";
  const shell = (one) => one.cloneNode(false);

  // Lists that scroll keep their place, where there are the same ones as before.
  const fill = (place, part) => {
    const [old, fresh] = [place, part].map(({ children }) => [...children]);
    const alike = old.length === fresh.length && old.every((one, n) => shell(one).isEqualNode(shell(fresh[n])));
    if (!alike || !place.querySelector(SCROLLS)) return place.replaceChildren(...part.childNodes);
    old.forEach((one, n) => one.isEqualNode(fresh[n]) || one.replaceChildren(...fresh[n].childNodes));
  };
  live.put = (text) => {
    const held = document.createElement("template");
    held.innerHTML = text;
    const parts = [...held.content.childNodes];
    if (!parts.every((part) => part.matches?.("[hx-swap-oob]"))) return text;
    const left = parts.filter((part) => {
      const place = document.getElementById(part.id);
      if (!place || place.querySelector(KEPT) || part.querySelector(KEPT)) return true;
      fill(place, part);
      if (place.querySelector("[hx-post]")) htmx.process(place);
      return false;
    });
    return left.map((part) => part.outerHTML).join("");
  };
}
