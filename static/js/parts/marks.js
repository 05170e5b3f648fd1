// What a card shows and events along the way are lit before its tap: the large button is that card, and says all of it.
if (live) {
  const same = (made, entry) => JSON.stringify(JSON.parse(made)) === JSON.stringify(entry);
  const marking = (row, entry) =>
    [...row.querySelectorAll("[name=way], [data-makes]")].find((one) => same(one.dataset.makes ?? one.value, entry));
  // In more than one line, where a phone has room for these.
  const wraps = (row) => {
    const { scrollLeft } = row;
    row.classList.add("wraps");
    row.classList.toggle("wraps", document.documentElement.scrollHeight <= innerHeight);
    row.scrollLeft = scrollLeft;
  };
  const says = (row) => {
    for (const later of row.querySelectorAll("[data-after]")) {
      const comes = JSON.parse(later.dataset.after).some((entry) => marking(row, entry)?.checked ?? true);
      const hidden = later.hidden;
      later.hidden = !comes;
      if (hidden && comes) later.scrollIntoView({ inline: "nearest", block: "nearest" });
      for (const mark of comes ? [] : later.querySelectorAll(":checked")) mark.checked = false;
    }
    const lit = [...row.querySelectorAll("[data-of]:checked")];
    const forms = [...row.parentElement.children].filter((one) => one.matches("form:has(.main)"));
    const ways = [...row.querySelectorAll("[data-way]:checked")].map((mark) => mark.dataset.way);
    const card = lit.length && forms.find((form) => form.dataset.card === lit[0].dataset.of);
    for (const form of forms) {
      form.hidden = form !== (card || forms[0]);
      const words = form.querySelector("[data-plain]");
      if (!words) continue;
      const shown = lit.filter((mark) => mark.dataset.of === form.dataset.card).map((mark) => mark.dataset.shown);
      const what = shown.length ? words.dataset.shown.replace("{shown}", shown.join(", ")) : words.dataset.plain;
      words.textContent = words.dataset.says.replace("{what}", [what, ...ways].join(" + "));
    }
    wraps(row);
  };
  const all = () => document.querySelectorAll(".way").forEach(says);
  live.stream.addEventListener("changed", all);
  document.addEventListener("htmx:after:swap", all);
  addEventListener("resize", all);
  all();
  document.addEventListener("change", ({ target }) => {
    // Several are marked: the button says who.
    const said = target.dataset?.who && target.form.querySelector("[data-what]");
    if (said) {
      const who = [...target.form.querySelectorAll("[data-who]:checked")].map((one) => one.dataset.who);
      said.textContent = who.length ? `${said.dataset.what}: ${who.join(", ")}` : said.dataset.nobody;
    }
    // Events along the way are marked: a choice closes its sheet, and replaces another.
    const row = target.closest?.(".way");
    if (!row) return;
    const { one, of } = target.dataset;
    for (const other of row.querySelectorAll(":checked")) {
      const instead = (one && other.dataset.one === one) || (of && other.dataset.of && other.dataset.of !== of);
      if (instead && other !== target) other.checked = false;
    }
    if (one) target.closest(".way .sheet")?.close();
    says(row);
  });
}
