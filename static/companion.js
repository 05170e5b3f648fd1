"use strict";
// Hold to look: the secret is fetched while the finger is down and gone from the page when it lifts.
(() => {
  const HOLD = 500;
  let held = null;

  function cover() {
    if (!held) return;
    clearTimeout(held.timer);
    held.stop.abort();
    held.face.textContent = "";
    delete held.button.dataset.keep;
    held.lift();
    held = null;
  }

  function hold(button) {
    cover();
    const mine = { button, face: button.querySelector(".face"), stop: new AbortController() };
    mine.lifted = new Promise((lift) => (mine.lift = lift));
    held = mine;
    button.dataset.keep = "holding";
    mine.timer = setTimeout(async () => {
      try {
        const answer = await fetch(button.dataset.look, {
          method: "POST",
          body: new URLSearchParams({ key: button.dataset.key }),
          signal: mine.stop.signal,
        });
        const text = answer.ok ? await answer.text() : "✕";
        if (held === mine) {
          mine.face.textContent = text;
          button.dataset.keep = "open";
        }
      } catch {
        if (held === mine) mine.face.textContent = "✕";
      }
    }, HOLD);
  }

  const holdable = (event) => event.target.closest?.("button.hold");

  document.addEventListener("pointerdown", (event) => {
    const button = holdable(event);
    if (button && event.isPrimary && event.button === 0) hold(button);
  });
  for (const name of ["pointerup", "pointercancel", "pagehide"]) addEventListener(name, cover, true);
  // Not when another card loses the focus to the one that is held.
  const blurred = (event) => [window, held?.button].includes(event.target) && cover();
  addEventListener("blur", blurred, true);
  document.addEventListener("pointerout", (event) => {
    if (held && event.target === held.button && !held.button.contains(event.relatedTarget)) cover();
  });
  document.addEventListener("visibilitychange", cover);
  document.addEventListener("contextmenu", (event) => {
    if (holdable(event)) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const button = holdable(event);
    if (!button || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    if (!event.repeat) hold(button);
  });
  document.addEventListener("keyup", cover);
  // News would take the card away under the finger (the last one to look starts the game): they wait until it lifts.
  document.addEventListener("htmx:sse:before:message", (event) => {
    if (held && !event.detail.message.event) event.detail.waitUntil(held.lifted);
  });
  // A page that comes out of the back-forward cache is old: ask anew.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    document.body.hidden = true;
    location.reload();
  });
})();

// Steppers, and forms that are sent as soon as something is chosen.
(() => {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button[data-step]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    const value = Number(input.value || 0) + Number(button.dataset.step);
    input.value = Math.min(Number(input.max), Math.max(Number(input.min), value));
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    if (sourceElement.matches("form[data-reset]") && response.status === 200) sourceElement.reset();
  });
  document.addEventListener("change", (event) => {
    event.target.closest?.("form[data-autosend]")?.requestSubmit();
  });
})();

// The live part: the stream pushes, this watches that it does.
(() => {
  const stream = document.getElementById("stream");
  if (!stream) return;
  const offline = document.getElementById("offline");
  const BEATS_MISSED = 10500; // two and a half heartbeats
  const POLL = 20000;
  const busy = () => document.hidden || surplus || document.querySelector("button.hold[data-keep]");
  let heard = performance.now(); // a clock that nobody sets
  let surplus = false;
  let version = stream.dataset.version;

  function listen() {
    heard = performance.now();
    offline.hidden = true;
  }

  function soon(milliseconds) {
    const end = new AbortController();
    setTimeout(() => end.abort(), milliseconds);
    return end.signal;
  }

  // Too many pages of one seat are open: this one, the oldest, stops asking until it is looked at again.
  stream.addEventListener("surplus", () => {
    surplus = true;
  });
  for (const name of ["htmx:before:request", "htmx:sse:before:connection"]) {
    stream.addEventListener(name, (event) => {
      if (surplus) event.preventDefault();
    });
  }
  for (const name of ["focus", "pointerdown", "visibilitychange"]) {
    addEventListener(name, () => {
      if (!document.hidden) surplus = false;
    }, true);
  }

  stream.addEventListener("beat", listen);
  stream.addEventListener("htmx:sse:after:connection", listen);
  stream.addEventListener("htmx:sse:after:message", (event) => {
    listen();
    if (event.detail.message.id) version = event.detail.message.id;
  });
  // An answer that comes late may put an older state in place of what the stream has brought: then the safety net has
  // something to mend, for the stream sends what has changed and not all of it.
  document.addEventListener("htmx:after:request", (event) => {
    version = event.detail.ctx.response?.raw?.headers.get("Companion-Version") ?? version;
  });
  stream.addEventListener("htmx:sse:error", () => {
    offline.hidden = false;
  });

  setInterval(() => {
    if (busy() || performance.now() - heard < BEATS_MISSED) return;
    offline.hidden = false;
    const connection = stream._htmx?.sse;
    // A silent hole in the network looks like an open stream: drop it, so that it is connected anew.
    if (connection?.reader) connection.reader.cancel();
    heard = performance.now() - BEATS_MISSED / 2;
  }, 1000);

  // The safety net behind the stream.
  setInterval(async () => {
    if (busy()) return;
    try {
      // Without an end to it, some of these into a hole use up the connections a browser has for one host.
      const answer = await fetch(stream.dataset.live + encodeURIComponent(version), { signal: soon(POLL / 2) });
      if (answer.status === 200) {
        await htmx.swap({ target: "#live", swap: "innerMorph", text: await answer.text() });
      }
    } catch {
      offline.hidden = false;
    }
  }, POLL);

  // Panels that are seldom looked at are filled when they are opened, and kept up to date as long as they are open.
  let asked = 0;
  async function fill(panel) {
    const mine = (panel.asked = ++asked);
    try {
      const answer = await fetch(panel.dataset.panel, { signal: soon(POLL / 2) });
      const text = await answer.text();
      const inside = panel.querySelector("[hx-morph-skip]");
      if (answer.ok && panel.asked === mine) await htmx.swap({ target: inside, swap: "innerMorph", text });
    } catch {
      offline.hidden = false;
    }
  }
  document.addEventListener("toggle", (event) => {
    if (event.target.open && event.target.dataset.panel) fill(event.target);
  }, true);
  stream.addEventListener("htmx:sse:after:message", (event) => {
    if (event.detail.message.id) document.querySelectorAll("details[data-panel][open]").forEach(fill);
  });

  document.addEventListener("htmx:error", () => {
    offline.hidden = false;
  });

  // The join code is large while people take their seats, and in a corner from then on.
  const joinbox = document.getElementById("joinbox");
  if (joinbox) {
    let lobby = joinbox.open;
    new MutationObserver(() => {
      const now = document.querySelector(".lobby") !== null;
      if (now !== lobby) joinbox.open = lobby = now;
    }).observe(document.getElementById("live"), { attributes: true, childList: true, subtree: true });
  }

  // On localhost the table screen may keep itself awake.
  if (document.body.classList.contains("table") && "wakeLock" in navigator) {
    const awake = () => !document.hidden && navigator.wakeLock.request("screen").catch(() => {});
    document.addEventListener("visibilitychange", awake);
    awake();
  }
})();
