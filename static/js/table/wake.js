// On localhost the table screen may keep itself awake.
if (document.body.classList.contains("table") && "wakeLock" in navigator) {
  const awake = () => !document.hidden && navigator.wakeLock.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", awake);
  awake();
}
