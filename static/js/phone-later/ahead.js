// While a finger is down on a button, what it would do is drawn already; only when it lifts is anything done.
document.addEventListener("pointerdown", ({ target }) => {
  const button = target.closest?.("button");
  const address = button?.form?.getAttribute("hx-post") ?? "";
  if (!/\/act(\?|$)/.test(address) || button.disabled || !navigator.sendBeacon) return;
  navigator.sendBeacon(address.replace("/act", "/ahead"), new URLSearchParams(new FormData(button.form, button)));
});
