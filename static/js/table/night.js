// A night is read aloud on the table's device, step by step, by a rhythm that depends on nothing but the file.
{
  let night = null;
  let read = kept.get("night");

  const element = (name, css, text = "") => {
    const made = document.createElement(name);
    made.className = css;
    made.textContent = text;
    return made;
  };

  const begin = (words) => {
    const steps = [...words.content.querySelectorAll("p")].map((one) => ({
      text: one.textContent,
      seconds: Number(one.dataset.seconds),
      begins: one.dataset.begins,
      over: one.dataset.over,
    }));
    // A question of the night comes up on the phones for the seconds of its step.
    let entered = Promise.resolve();
    const enter = (entries) => {
      const body = new URLSearchParams({ entries });
      if (entries) entered = entered.then(() => fetch(words.dataset.enter, { method: "POST", headers: { "HX-Request": "true" }, body })).catch(() => {});
    };
    const sheet = element("dialog", "night");
    const says = element("h1", "says");
    says.setAttribute("aria-live", "assertive");
    const clock = element("div", "countdown");
    clock.innerHTML =
      '<svg viewBox="0 0 100 100" aria-hidden="true"><circle cx="50" cy="50" r="46"/><circle class="left" cx="50" cy="50" r="46" pathLength="100"/></svg><b></b>';
    const others = element("p", "closed", words.dataset.closed);
    const dots = element("ol", "");
    dots.append(...steps.map(() => element("li", "")));
    const pills = element("div", "pills");
    const button = (text, does) => {
      const made = element("button", "", text);
      made.type = "button";
      made.addEventListener("click", does);
      pills.append(made);
      return made;
    };
    night = { at: -1, left: 0, paused: false };

    const speak = () => {
      speech.hush();
      sound.wake();
      if (window.speechSynthesis && speech.voice()) speech.say(steps[night.at].text, () => {});
      else sound.play("turn");
    };
    const next = () => {
      enter(steps[night.at]?.over);
      night.at += 1;
      enter(steps[night.at]?.begins);
      if (night.at >= steps.length) {
        sheet.close();
        return;
      }
      night.left = steps[night.at].seconds;
      says.textContent = steps[night.at].text;
      says.classList.toggle("long", says.textContent.length > 60);
      // In the last step all open their eyes.
      others.style.visibility = night.at === steps.length - 1 ? "hidden" : "";
      [...dots.children].forEach((dot, n) => (dot.className = n < night.at ? "done" : n === night.at ? "now" : ""));
      draw();
      speak();
    };
    const draw = () => {
      clock.querySelector("b").textContent = night.left;
      clock.style.setProperty("--share", (100 * night.left) / steps[night.at].seconds);
    };
    const pause = button(words.dataset.pause, () => {
      night.paused = !night.paused;
      pause.textContent = night.paused ? words.dataset.go : words.dataset.pause;
      if (night.paused) speech.hush();
    });
    button(words.dataset.again, speak);
    button(words.dataset.next, next);
    sheet.append(others, says, clock, dots, pills);
    document.body.append(sheet);
    const ticking = setInterval(() => {
      if (night.paused) return;
      night.left -= 1;
      if (night.left <= 0) next();
      else draw();
    }, 1000);
    sheet.addEventListener("close", () => {
      enter(steps[night.at]?.over);
      clearInterval(ticking);
      speech.hush();
      sheet.remove();
      night = null;
    });
    sheet.showModal();
    next();
  };

  const look = () => {
    const words = document.getElementById("night-words");
    if (!words || night || read === words.dataset.night) return;
    read = words.dataset.night;
    kept.set("night", read);
    begin(words);
  };
  // A question that the table asks itself is said aloud when it opens: not all who are asked have a phone.
  document.addEventListener(
    "toggle",
    (event) => {
      const words = event.target.open && event.target.closest?.("[data-aloud]") && event.target.querySelector("legend");
      if (words && kept.get("voice") === "voice" && speech.voice()) speech.say(words.textContent, () => {});
    },
    true,
  );

  if (document.getElementById("live")) {
    document.addEventListener("htmx:after:swap", look);
    new MutationObserver(look).observe(document.getElementById("live"), { childList: true, subtree: true });
    look();
  }
}
