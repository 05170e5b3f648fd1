"use strict";
// The button of a page to print, which only a script can press.
{
  const button = document.querySelector("[data-print]");
  button.hidden = false;
  button.addEventListener("click", () => print());
}
