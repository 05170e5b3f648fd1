// The table may be at another address by now, where this page can't follow. What helps there is said when it has been offline
// for a while, and the PIN is known by then: it was fetched when there was a network.
const remembered = new Map();
{
  const WHILE = 20000;
  const offline = document.getElementById("offline");
  const elsewhere = document.getElementById("elsewhere");
  let timer = null;

  async function remember(button) {
    const answer = await fetch(button.dataset.look, { method: "POST" });
    if (answer.ok) remembered.set(button.dataset.look, await answer.text());
  }

  if (elsewhere) {
    remember(elsewhere.querySelector("button.hold")).catch(() => {});
    new MutationObserver(() => {
      clearTimeout(timer);
      elsewhere.hidden = true;
      if (!offline.hidden) timer = setTimeout(() => (elsewhere.hidden = false), WHILE);
    }).observe(offline, { attributeFilter: ["hidden"] });
  }
}
