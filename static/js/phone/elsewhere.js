// The table may have another address by now, where this page can't follow. When it has been offline for a while, it
// says what helps.
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
