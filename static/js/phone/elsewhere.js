// The table may be at another address by now, where this page can't follow. What helps there is said when it has been offline
// for a while, and the PIN is known by then: it was fetched when there was a network.
const remembered = new Map();
{
  const WHILE = 20000;
  const offline = document.getElementById("offline");
  const elsewhere = document.getElementById("elsewhere");
  const pin = document.querySelector(".menu .held");
  let timer = null;

  function tell() {
    elsewhere.hidden = false;
    if (pin && !elsewhere.querySelector(".held")) elsewhere.append(pin.cloneNode(true));
  }

  async function remember(button) {
    const answer = await fetch(button.dataset.look, { method: "POST" });
    if (answer.ok) remembered.set(button.dataset.look, await answer.text());
  }

  if (elsewhere) {
    if (pin) remember(pin.querySelector("button.hold")).catch(() => {});
    new MutationObserver(() => {
      clearTimeout(timer);
      elsewhere.hidden = true;
      if (!offline.hidden) timer = setTimeout(tell, WHILE);
    }).observe(offline, { attributeFilter: ["hidden"] });
  }
}
