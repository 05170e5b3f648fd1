// The whole screen for the table, where the browser can.
{
  const button = document.getElementById("fullscreen");
  if (button && document.fullscreenEnabled) {
    button.hidden = false;
    button.addEventListener("click", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen();
    });
  }
}
