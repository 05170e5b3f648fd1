// A name with which someone has joined on this phone is offered when the phone comes again. It is only on the phone,
// and only a tap sends it. If anyone was forgotten since, by the host or here, it is gone.
const offer = document.getElementById("same-name");
const field = document.getElementById("name");
const [name, day, forgot] = JSON.parse(kept.get("name") || "[]");

if (name && forgot !== offer.dataset.forgot) kept.set("name", "");
else if (name && !field.value) {
  const long = new Intl.DateTimeFormat(document.documentElement.lang, {weekday: "long", day: "numeric", month: "long"});
  const [yes, no] = offer.querySelectorAll("button");
  const sit = field.form.querySelector("button");
  sit.classList.remove("main");
  yes.textContent = offer.dataset.says.replace("{day}", long.format(new Date(day))).replace("{name}", name);
  yes.onclick = () => {
    field.value = name;
    sit.click();
  };
  no.onclick = () => {
    kept.set("name", "");
    offer.hidden = true;
    sit.classList.add("main");
    field.focus();
  };
  offer.hidden = false;
}
document.addEventListener("submit", ({ target }) => {
  const taken = target === field.form ? field.value.trim() : target.dataset.name;
  if (taken) kept.set("name", JSON.stringify([taken, Date.now(), offer.dataset.forgot]));
});
