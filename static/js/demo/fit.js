// Phones are as large as four of them fit next to the table screen. Each page in a frame is at least as wide as on the
// device that it is made for, and drawn smaller.
{
  const WIDTH = 360;
  const HEIGHT = 620;
  const LEAST = 0.45;
  const SCREEN = 1180;
  const { style } = document.body;
  const screen = document.querySelector(".screen");
  const phones = document.querySelector(".phones");
  const beside = matchMedia("(min-width: 56rem)");
  const fit = () => {
    const phone = phones.firstElementChild;
    const rim = phone.offsetHeight - phone.clientHeight;
    const room = (phones.clientHeight - parseFloat(getComputedStyle(phones).rowGap)) / 2 - rim;
    const scale = beside.matches ? Math.min(1, Math.max(LEAST, room / HEIGHT)) : 1;
    const height = beside.matches ? Math.max(HEIGHT, room / scale) : HEIGHT;
    style.setProperty("--phone-width", `${WIDTH}px`);
    style.setProperty("--phone-height", `${height}px`);
    style.setProperty("--scale", scale);
    style.setProperty("--screen-scale", Math.min(1, screen.clientWidth / SCREEN));
  };
  addEventListener("resize", fit);
  fit();
}
