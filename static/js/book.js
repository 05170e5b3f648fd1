"use strict";
// The book: the result of a game as one picture.
(() => {
  const WIDTH = 1080;
  const ROW = 84;
  const EDGE = 72;

  const drawn = ({ title, when, rows, line }) => {
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = 380 + ROW * rows.length;
    const pen = canvas.getContext("2d");
    const light = pen.createRadialGradient(WIDTH / 2, 0, 0, WIDTH / 2, 0, canvas.height);
    light.addColorStop(0, "#4a2f16");
    light.addColorStop(1, "#0d0a07");
    pen.fillStyle = light;
    pen.fillRect(0, 0, WIDTH, canvas.height);
    const write = (text, x, y, font, colour, align = "left", room = WIDTH - 2 * EDGE) => {
      pen.font = font;
      pen.fillStyle = colour;
      pen.textAlign = align;
      pen.fillText(text, x, y, room);
    };
    write(when, EDGE, 96, "34px system-ui, sans-serif", "#c3b193");
    write(title, EDGE, 172, "bold 64px Georgia, serif", "#f6ecd9");
    write(line, EDGE, 240, "40px system-ui, sans-serif", "#ffb545");
    rows.forEach(([name, what, score, won], number) => {
      const y = 330 + ROW * number;
      if (won) {
        pen.fillStyle = "#4a3013";
        pen.fillRect(EDGE - 24, y - 56, WIDTH - 2 * EDGE + 48, ROW - 8);
      }
      write(`${won ? "♛ " : ""}${name}`, EDGE, y, "bold 42px system-ui, sans-serif", won ? "#ffd257" : "#f6ecd9", "left", 480);
      write(what, 580, y, "34px system-ui, sans-serif", "#c3b193", "left", 330);
      write(String(score), WIDTH - EDGE, y, "bold 46px system-ui, sans-serif", "#f6ecd9", "right");
    });
    return canvas;
  };

  const draw = (button) => {
    const facts = JSON.parse(button.dataset.draw);
    const picture = new Image();
    picture.src = drawn(facts).toDataURL("image/png");
    picture.alt = [facts.title, facts.line].join(" · ");
    const link = document.createElement("a");
    link.href = picture.src;
    link.download = `${facts.title}.png`.replace(/[^\p{L}\p{N}. -]/gu, "");
    link.className = "button main";
    link.textContent = button.dataset.save;
    button.parentElement.querySelector(".drawn").replaceChildren(picture, link);
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-draw]");
    if (button) draw(button);
  });
})();
