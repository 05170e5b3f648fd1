// Whose seats are offered, and who is here, changes while this page waits: a phone falls silent, or comes back. What was
// typed stays, and the lists keep their positions, so that nothing moves under a finger.
const EVERY = 5000;
const home = document.getElementById("back").dataset.from;

// One question at a time: an answer that comes late replaces none that is newer.
async function askAgain() {
  try {
    if (!document.hidden) await look();
  } catch {
    // No network: it asks again.
  }
  setTimeout(askAgain, EVERY);
}

async function look() {
  const answer = await fetch(home);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // This phone has got its seat meanwhile, in another tab.
  if (!page.getElementById("back")) location.href = home;
  else for (const id of ["back", "here"]) put(document.getElementById(id), page.getElementById(id).innerHTML);
}

function put(list, now) {
  if (list.innerHTML !== now) list.innerHTML = now;
}
setTimeout(askAgain, EVERY);
