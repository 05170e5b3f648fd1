// The page of facts. Each tap is saved at once in the table's draft; what others fill in is shown.
{
  const sheet = () => document.querySelector("form.factsheet");
  const page = typeof live === "undefined" ? null : live;
  const unsent = new Map(); // what was tapped, by the names of the inputs, until it has arrived
  const arrived = new Map(); // and from which version of the table on it shows there

  const shown = (input) => (input.type === "checkbox" ? String(input.checked) : input.value);
  const inputs = (form, name) => [...form.elements].filter((one) => one.name === name);

  const put = (form, name, value) => {
    for (const input of inputs(form, name)) {
      if (input.type === "checkbox") input.checked = value === "true";
      else if (input.type === "radio") input.checked = input.value === value;
      else input.value = value;
    }
  };

  // On a phone: the ranks of an order with those who have them, who it was, and what the large button sends.
  const people = () => [...document.querySelectorAll(".sent-by li:not(:last-child)")];
  const person = (at) => people()[at]?.cloneNode(true).childNodes ?? [];
  const drawOwn = (form) => {
    for (const button of form.querySelectorAll("[data-spot]")) {
      const input = button.closest(".order").querySelector("input");
      const others = Object.entries(drafted()).filter(([name]) => name !== input.name && sameList(name, input.name));
      const taken = others.find(([, value]) => value === button.dataset.spot && value !== input.dataset.none);
      button.ariaPressed = String(input.value === button.dataset.spot);
      button.disabled = !!taken && input.value !== button.dataset.spot;
      button.querySelector("i")?.replaceChildren(...(taken ? person(taken[0].replace(/^.*\./, "")) : []));
    }
    for (const button of form.querySelectorAll("[data-me]")) {
      const { value, dataset } = button.parentElement.querySelector("input");
      button.ariaPressed = String(value === dataset.mine);
      const whose = value === dataset.mine ? [] : person(value);
      button.querySelector("b").replaceChildren(...whose);
    }
    const says = form.querySelector("button[data-says]");
    if (!says) return;
    const what = [...form.querySelectorAll(".query")].map(said).filter(Boolean).join(", ");
    says.textContent = what ? says.dataset.sends.replace("{what}", () => what) : says.dataset.says;
  };
  const said = (query) => {
    const words = (query.querySelector(".what span") ?? query.querySelector(".tick span span"))?.textContent;
    const input = query.querySelector("input:not([type=hidden]), input[data-says], input[data-mine]");
    if (query.matches(".cards")) return query.querySelector(":checked + span b")?.textContent;
    if (query.matches(".mine")) return input.value === input.dataset.mine && words;
    if (query.matches(".order")) return query.querySelector("[aria-pressed=true]:not(:has(b))")?.textContent ?? (input.value === UNSAID ? "" : `${words} ${input.value}`);
    if (query.matches(".whom")) return query.matches(".lit") && `${words} ${query.querySelector(":checked").nextElementSibling.dataset.says}`;
    if (input.type === "checkbox") return input.checked && words;
    return input.value && `${words} ${input.value.replaceAll(" ", " + ")}`;
  };

  // An order, as long as nobody has a rank in it and nobody is said to have none.
  const UNSAID = "null";
  const orders = (form) => [...form.querySelectorAll(".order input")];
  const hasPlace = ({ value, dataset }) => value !== UNSAID && value !== dataset.none;

  const draw = (form) => {
    for (const input of form.querySelectorAll("[data-asks]")) input.setCustomValidity("");
    drawOwn(form);
    for (const button of form.querySelectorAll("[data-place]")) {
      const { value } = button.parentElement.querySelector("input");
      const out = hasPlace(button.parentElement.querySelector("input"));
      const unsaid = value === UNSAID && !orders(form).some(hasPlace);
      button.ariaPressed = String(out);
      button.toggleAttribute("data-unsaid", unsaid);
      button.querySelector("b").textContent = unsaid ? "?" : out ? value : "";
    }
    for (const nobody of form.querySelectorAll("[data-nobody]")) {
      nobody.checked = orders(form).every(({ value, dataset }) => value === dataset.none);
      nobody.required = !orders(form).some(hasPlace);
    }
    // Names are wherever someone can be chosen.
    for (const [place, { value, placeholder, nextElementSibling }] of [...form.querySelectorAll("input.name")].entries()) {
      const called = value.trim() || placeholder;
      nextElementSibling.textContent = called;
      for (const one of form.querySelectorAll(`[data-of="${place}"]`)) {
        one.querySelector("i").textContent = one.dataset.says = called;
      }
    }
    for (const details of form.querySelectorAll(".whom")) {
      const chosen = details.querySelector("input:checked");
      const somebody = chosen && chosen !== details.querySelector("input");
      details.classList.toggle("lit", !!somebody);
      const who = chosen?.nextElementSibling;
      const figure = who?.querySelector(".figure")?.cloneNode(true);
      details.querySelector("summary b").replaceChildren(...(somebody ? [figure, who.dataset.says].filter(Boolean) : []));
    }
  };

  // One after the other: what was tapped last is saved last.
  let sending = null;
  const flush = () => {
    if (!sheet()) unsent.clear();
    if (!sending && unsent.size) sending = send().finally(() => (sending = null)).then(flush, () => {});
  };
  const send = async () => {
    const tapped = new Map(unsent);
    const began = page.changes;
    const headers = { "HX-Request": "true", ...(page.open() && { "Companion-Stream": "1" }) };
    const body = new URLSearchParams([...tapped]);
    const answer = await fetch(sheet().dataset.draft, { method: "POST", headers, body });
    const version = answer.headers.get("Companion-Version");
    for (const [name, value] of tapped) {
      if (unsent.get(name) === value) unsent.delete(name);
      if (version) arrived.set(name, version);
    }
    const text = await answer.text();
    if (version !== null && !text) page.expects(version);
    else await page.show(text, version, began);
  };
  // What could not be sent goes with the first sign of life.
  page?.stream.addEventListener("reached", flush);

  const changed = (form, ...inputs) => {
    draw(form);
    if (!form.dataset.draft) {
      const anew = inputs.some((input) => input.closest("[data-anew]"));
      form.querySelector(anew ? "[data-rebuilds]" : "[data-checks]")?.dispatchEvent(new Event("filled"));
      return;
    }
    for (const input of inputs) {
      if (input.type !== "number" || input.checkValidity()) unsent.set(input.name, shown(input));
    }
    flush();
  };

  // Who leaves gets the next rank; who comes back gives theirs to the next one.
  const placed = (form, input) => {
    const all = orders(form);
    const before = all.map((one) => one.value);
    if (!hasPlace(input)) input.value = String(Math.max(...all.map((one) => Number(one.value) || 0)) + 1);
    else {
      const gone = Number(input.value);
      input.value = UNSAID;
      for (const one of all) if (Number(one.value) > gone) one.value = String(Number(one.value) - 1);
    }
    return all.filter((one, n) => one.value !== before[n]);
  };

  const sameList = (one, other) => one.replace(/\.\d+$/, "") === other.replace(/\.\d+$/, "");
  const drafted = () => JSON.parse(document.getElementById("drafted")?.dataset.values ?? "{}");

  document.addEventListener("click", (event) => {
    const form = event.target.closest?.("form.factsheet");
    if (!form) return;
    const place = event.target.closest("[data-place]");
    if (place) changed(form, ...placed(form, place.parentElement.querySelector("input")));
    const add = event.target.closest("[data-add]");
    if (add) {
      const input = add.parentElement.querySelector("input:not([type=hidden])");
      input.value = `${input.value} ${add.dataset.add}`.trim();
      changed(form, input);
    }
    const drop = event.target.closest("[data-drop]");
    if (drop) {
      const input = drop.parentElement.querySelector("input:not([type=hidden])");
      input.value = input.value.trim().split(/[^0-9]+/).slice(0, -1).join(" ");
      changed(form, input);
    }
    const own = event.target.closest("[data-spot], [data-me]");
    if (own) {
      const input = own.closest(".query").querySelector("input");
      const { spot } = own.dataset;
      input.value = spot ?? (input.value === input.dataset.mine ? "null" : input.dataset.mine);
      changed(form, input);
    }
  });

  // A form is sent as this page shows it: of what others have filled in meanwhile only this hand's newest taps count.
  document.addEventListener("formdata", ({ target, formData }) => {
    if (!target.matches("form.factsheet[data-draft]")) return;
    for (const name of ["", ...unsent.keys()]) formData.append("newest", name);
    for (const { name, value, dataset } of target.querySelectorAll("[data-mine]")) {
      if (value !== dataset.mine && !unsent.has(name)) formData.delete(name);
    }
  });

  document.addEventListener("change", ({ target }) => {
    const form = target.form;
    if (!form?.matches("form.factsheet")) return;
    if ("nobody" in target.dataset) {
      const all = orders(form);
      for (const one of all) one.value = target.checked ? one.dataset.none : UNSAID;
      changed(form, ...all);
    }
    if (!target.name) return;
    const also = [];
    const details = target.closest(".whom");
    if (details) {
      details.open = false;
      const list = target.name.replace(/\.\d+$/, "");
      const first = form.querySelector(`[data-first-of="${list}"]`);
      if (first?.value === "null") {
        first.value = target.name.replace(/^.*\./, "");
        also.push(first);
      }
    }
    changed(form, target, ...also);
  });

  // What is missing is said in its own words, where it is missing.
  document.addEventListener(
    "invalid",
    ({ target }) => target.dataset.asks && target.setCustomValidity(target.dataset.asks),
    true,
  );

  // A number that is tapped is typed again.
  document.addEventListener("focusin", ({ target }) => {
    if (target.type === "number" && target.form?.matches("form.factsheet")) target.select();
  });

  // What others have filled in, unless something of one's own is on its way.
  const apply = () => {
    const form = sheet();
    const kept = document.getElementById("drafted");
    if (form && !kept) draw(form);
    if (!form || !kept) return;
    const typed = document.querySelector("input:not([type=radio], [type=checkbox]):focus")?.name;
    for (const [name, value] of Object.entries(JSON.parse(kept.dataset.values))) {
      if (unsent.has(name) || name === typed) continue;
      if (arrived.has(name) && page.older(page.version, arrived.get(name))) continue;
      if (inputs(form, name).some((input) => shown(input) !== value || input.type === "radio")) put(form, name, value);
    }
    const hands = JSON.parse(kept.dataset.hands);
    for (const row of form.querySelectorAll("[data-row]")) {
      const sent = row.querySelector(".sent");
      const hand = hands[row.dataset.row];
      row.classList.toggle("from-phone", hand >= 0);
      if (!("own" in sent.dataset)) continue;
      sent.textContent = hand === undefined ? "" : hand < 0 ? sent.dataset.table : sent.dataset.own;
      // The large button asks for a tap only as long as one is needed.
      form.querySelector("button[data-says]").classList.toggle("main", !(hand >= 0));
    }
    draw(form);
  };
  document.addEventListener("htmx:after:swap", apply);
  page?.stream.addEventListener("changed", apply);
  new MutationObserver(apply).observe(document.body, { subtree: true, attributeFilter: ["data-values", "data-hands"] });
  apply();
}
