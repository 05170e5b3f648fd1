// While a finger is down on a button, what it would do is drawn already; only when it lifts is anything done. One that is
// gone by the next frame leaves no time for that. (Browsers put timers off while a finger is down.)
{
  let pressed = null;

  const send = (button, address) => {
    if (button !== pressed || !button.form) return;
    navigator.sendBeacon(address.replace("/act", "/ahead"), new URLSearchParams(new FormData(button.form, button)));
  };

  document.addEventListener("pointerdown", ({ target }) => {
    const button = target.closest?.("button");
    const address = button?.form?.getAttribute("hx-post") ?? "";
    if (!/\/act(\?|$)/.test(address) || button.disabled || !navigator.sendBeacon) return;
    pressed = button;
    requestAnimationFrame(() => requestAnimationFrame(() => send(button, address)));
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (pressed = null));
}
