// "Cards and roles": a field finds, and on a table screen a sheet shows what the page of that name has.
"use strict";
{
  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f\u00ad]/g, "").toLowerCase();
  document.addEventListener("input", ({ target }) => {
    const rules = target.matches?.("[type=search]") && target.closest("[data-rules]");
    if (!rules) return;
    const words = plain(target.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const one of rules.querySelectorAll(".about-card")) {
      one.hidden = !words.every((word) => plain(one.textContent).includes(word));
      found += !one.hidden;
    }
    for (const section of rules.querySelectorAll("section")) section.hidden = !section.querySelector(".about-card:not([hidden])");
    const none = rules.querySelector(".none");
    none.textContent = found ? "" : none.dataset.none;
  });
  // An index in a sheet stays in it, and in the history of nobody.
  document.addEventListener("click", (event) => {
    const to = event.target.closest?.("[data-rules] .index a");
    if (!to) return;
    event.preventDefault();
    to.closest("[data-rules]").querySelector(to.hash).scrollIntoView();
  });
  const sheet = document.getElementById("rules");
  const shown = () => document.querySelector("[data-cards]:not(#rules)")?.dataset.cards ?? sheet.dataset.cards;
  const fill = async () => {
    const from = shown();
    if (sheet.dataset.shown === from) return;
    const text = await fetch(from).then((answer) => answer.text());
    const page = new DOMParser().parseFromString(text, "text/html");
    sheet.querySelector(".here").replaceChildren(page.querySelector("[data-rules]"));
    sheet.dataset.shown = from;
  };
  document.addEventListener("click", (event) => {
    if (sheet && event.target.closest?.("[data-sheet=rules]")) fill().catch(() => sheet.close());
  });
}
