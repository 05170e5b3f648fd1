"use strict";
// Looking back on the stage: slider, arrows and keys lead from moment to moment, each of which has an address.
(() => {
  const bar = document.getElementById("past");
  const slider = bar.querySelector("input[type=range]");
  const sheet = document.getElementById("passing");
  const offline = document.getElementById("offline");
  const entries = bar.dataset.entries.split(" ");
  const read = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) location.assign(address); // the page that says what is wrong
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  };

  // One is asked for at a time, so none comes late; of those wanted meanwhile the last one follows.
  let wanted = null;
  let asking = false;
  const show = async (address) => {
    wanted = address;
    if (asking) return;
    asking = true;
    while (wanted) {
      const asked = wanted;
      try {
        await put(await read(asked), asked);
        offline.hidden = true;
        if (wanted === asked) wanted = null;
      } catch {
        offline.hidden = false;
        await new Promise((again) => setTimeout(again, 3000));
      }
    }
    asking = false;
    bar.dispatchEvent(new Event("changed"));
  };
  const put = async (page, address) => {
    await htmx.swap({ target: "#live", swap: "innerMorph", text: page.getElementById("live").innerHTML });
    for (const id of ["said", "where"]) {
      const [old, news] = [document.getElementById(id), page.getElementById(id).textContent];
      if (old.textContent !== news) old.textContent = news;
    }
    for (const id of ["before", "after", "covered", "opened", "pass"]) {
      const [old, news] = [document.getElementById(id), page.getElementById(id)];
      for (const name of ["href", "aria-current", "aria-disabled"]) {
        if (news.hasAttribute(name)) old.setAttribute(name, news.getAttribute(name));
        else old.removeAttribute(name);
      }
    }
    slider.setAttribute("aria-valuetext", page.getElementById("at").getAttribute("aria-valuetext"));
    history.replaceState(null, "", address);
  };
  const goes = (place, search) => show(`${bar.dataset.base}${entries[place]}${search}`);
  const opened = () => (document.getElementById("opened").hasAttribute("aria-current") ? "?open=1" : "");
  const step = (by) => {
    const place = Math.max(0, Math.min(entries.length - 1, Number(slider.value) + by));
    if (place === Number(slider.value)) return;
    slider.value = place;
    goes(place, opened());
  };

  slider.addEventListener("input", () => goes(slider.value, opened()));
  bar.addEventListener("submit", (event) => event.preventDefault());
  bar.addEventListener("click", async (event) => {
    const link = event.target.closest("a[id]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.id === "before") step(-1);
    else if (link.id === "after") step(1);
    else if (link.id === "covered") goes(slider.value, "");
    else if (link.id === "opened") goes(slider.value, "?open=1");
    else await pass(link.href);
  });
  addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && event.target === document.body && !event.altKey && !event.ctrlKey && !event.metaKey) step(by);
  });

  const pass = async (address) => {
    try {
      const page = await read(address);
      sheet.lastElementChild.replaceChildren(page.querySelector("h1"), page.querySelector(".pass-on"));
      openSheet(sheet);
    } catch {
      location.assign(address);
    }
  };
})();
