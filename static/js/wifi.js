"use strict";
// A code for the Wi-Fi, made and kept in this browser only: the inputs have no names and are in no form.
(() => {
  const KEY = nameKept("wifi");
  const QUIET = 4;
  const box = document.getElementById("wifi");
  const [name, password, hidden] = ["name", "password", "hidden"].map((id) => document.getElementById(`wifi-${id}`));
  const svg = document.getElementById("wifi-qr");

  qrcode.stringToBytes = qrcode.stringToBytesFuncs["UTF-8"];

  // \ ; , : and " have a meaning of their own in the text of such a code.
  const escaped = (text) => text.replace(/[\\;,:"]/g, "\\$&");

  function text() {
    const key = password.value ? `T:WPA;P:${escaped(password.value)};` : "T:nopass;";
    return `WIFI:S:${escaped(name.value)};${key}${hidden.checked ? "H:true;" : ""};`;
  }

  function draw() {
    svg.toggleAttribute("hidden", !name.value);
    if (!name.value) return;
    const code = qrcode(0, "M");
    code.addData(text());
    code.make();
    const count = code.getModuleCount();
    const side = count + 2 * QUIET;
    svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
    svg.querySelector("rect").setAttribute("width", side);
    svg.querySelector("rect").setAttribute("height", side);
    let path = "";
    for (let y = 0; y < count; y++) {
      for (let x = 0; x < count; x++) {
        if (code.isDark(y, x)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
      }
    }
    svg.querySelector("path").setAttribute("d", path);
  }

  function remember() {
    localStorage.setItem(KEY, JSON.stringify([name.value, password.value, hidden.checked]));
    draw();
  }

  try {
    const [kept, secret, isHidden] = JSON.parse(localStorage.getItem(KEY)) ?? ["", "", false];
    [name.value, password.value, hidden.checked] = [kept, secret, isHidden];
  } catch {
    localStorage.removeItem(KEY);
  }
  box.addEventListener("input", remember);
  document.getElementById("wifi-forget").addEventListener("click", () => {
    localStorage.removeItem(KEY);
    [name.value, password.value, hidden.checked] = ["", "", false];
    draw();
  });
  box.hidden = false;
  draw();
})();
