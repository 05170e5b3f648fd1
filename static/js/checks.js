// The page on which a game's deals are checked: by this browser, with what it has kept.
{
  const list = document.getElementById("fair");
  if (list) {
    const tell = ([what, fits, more]) => {
      const line = document.createElement("li");
      line.className = fits === null ? "open" : fits ? "fits" : "breaks";
      const mark = document.createElement("b");
      mark.textContent = `${list.dataset[line.className]}: `;
      line.append(mark, list.dataset[what].replace(/{(\w+)}/g, (place, name) => more[name] ?? place));
      list.append(line);
    };
    const { table, page, chance } = list.dataset;
    const opened = JSON.parse(chance);
    pledge.judged(table, opened).forEach(tell);
    pledge.left(table, page, opened.game).then((found) => found.forEach(tell));
  }
  const tell = (place, text = "") => {
    const line = document.createElement("p");
    line.textContent = text;
    place.append(line);
    return line;
  };
  for (const place of document.querySelectorAll("[data-kept]")) {
    const { refused, bits } = pledge.of(place.dataset.table, place.dataset.kept);
    for (const reason of refused) tell(document.getElementById("refused"), place.dataset[reason]).className = "breaks";
    for (const [name, mine] of Object.entries(bits)) {
      if (!mine.terms) continue;
      const line = tell(place);
      const shown = [
        [place.dataset.bits.replace("{deal}", name.split(" ")[0]), mine.bits],
        [place.dataset.terms, mine.terms],
      ];
      for (const [what, digits] of shown) {
        const code = document.createElement("code");
        code.textContent = digits;
        line.append(`${what} `, code, document.createElement("br"));
      }
    }
  }
}
