// The table may be at another address by now, where this page can't follow. What helps there is said when it has been
// offline for a while.
{
  const WHILE = 20000;
  const offline = document.getElementById("offline");
  const elsewhere = document.getElementById("elsewhere");
  let timer = null;

  if (elsewhere) {
    new MutationObserver(() => {
      clearTimeout(timer);
      elsewhere.hidden = true;
      if (!offline.hidden) timer = setTimeout(() => (elsewhere.hidden = false), WHILE);
    }).observe(offline, { attributeFilter: ["hidden"] });
  }
}
