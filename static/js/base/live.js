// What the modules of a live page share; null on a page without a stream.
const live = (() => {
  const stream = document.getElementById("stream");
  if (!stream) return null;
  const offline = document.getElementById("offline");
  const polls = document.getElementById("polls");
  const SILENCE = 9000; // two heartbeats
  const FIRST = 3000; // how long a stream can take to be heard for the first time
  const inside = document.getElementById("live");
  const tell = (name) => stream.dispatchEvent(new Event(name));
  let asking = null;
  let again = false;

  // Numbers with dots between them: which process of Companion, which change of the table.
  function older(one, other) {
    const [left, right] = [one, other].map((version) => version.split(".").map(Number));
    const at = right.findIndex((number, place) => number !== (left[place] ?? 0));
    return at >= 0 && (left[at] ?? 0) < right[at];
  }

  function soon(milliseconds) {
    const end = new AbortController();
    setTimeout(() => end.abort(), milliseconds);
    return end.signal;
  }

  const page = {
    stream,
    older,
    soon,
    version: stream.dataset.version, // what the live part really shows
    changes: 0, // how often that has been replaced
    holding: null, // while a card is held to be looked at: resolves when it is let go
    heard: performance.now() - SILENCE + FIRST, // when the stream last gave a sign of life, by a clock that nobody sets
    putOut: false, // whether this page is to have no stream
    POLL: 20000,
    SOON: 2000, // between two questions while no stream is heard
    SILENCE,
    LATE: 400,
    PATIENCE: 2000,

    // A box without a clock dates its games by the host's browser: every request says what time it is.
    date(headers = {}) {
      headers["Companion-Clock"] = String(Date.now());
      return headers;
    },
    // How far this device's clock is ahead of Companion's, in seconds; null if that has to be heard again.
    shift: null,
    told: 0, // when that was heard, by this device's clock
    hears(now) {
      if (!now) return;
      page.told = Date.now();
      page.shift = page.told / 1000 - Number(now);
    },
    // Whether nobody looks, or news would disturb.
    busy() {
      return document.hidden || document.querySelector("button.hold[data-keep]");
    },
    // Whether nothing comes on its own: no stream is heard.
    silent() {
      return page.putOut || performance.now() - page.heard >= SILENCE;
    },
    // A sign of life on the stream.
    listen() {
      page.heard = performance.now();
      page.tells("");
      page.reached();
    },
    // Says why the page asks, if it does.
    tells(why) {
      const text = why ? polls.dataset[why] : "";
      if (polls.textContent === text) return;
      polls.textContent = text;
      polls.dataset.why = why;
      polls.hidden = !text;
    },
    // Companion was reached, one way or another.
    reached() {
      if (!offline.hidden) offline.hidden = true;
      tell("reached");
    },
    lost() {
      if (!page.putOut) page.tells("");
      offline.hidden = false;
    },

    // Whether news comes on its own: an answer need not bring it too.
    open() {
      return offline.hidden && !page.silent();
    },
    // The present state has that version, and the stream should bring it. If it doesn't, ask for it.
    expects(version) {
      const behind = () => older(page.version, version);
      if (behind()) setTimeout(() => behind() && page.ask(), page.LATE);
    },
    // Whether an answer with that version can be shown; it is what the page shows from here on. `began` is what
    // `changes` was when it was asked for: nothing that was asked for after the last change is older than it, whatever
    // its number (a restarted Companion may have a wrong clock).
    takes(version, began) {
      if (began !== page.changes && older(version, page.version)) return false;
      page.version = version;
      page.changes += 1;
      return true;
    },
    // To be called when what was taken is on the page.
    changed() {
      tell("changed");
    },
    // The out-of-band parts of an answer or event: a sentence, the code to join. Nothing else brings them, so what they say
    // is shown even where the rest comes too late.
    oob(text) {
      const parts = new DOMParser().parseFromString(text, "text/html").querySelectorAll("[hx-swap-oob]");
      const apart = [...parts].filter((part) => !inside.querySelector(`#${CSS.escape(part.id)}`));
      return apart.map((part) => part.outerHTML).join("");
    },
    // Puts of an event into the page what needs no comparing with what is there; what is left is morphed.
    put: (text) => text,
    // Shows an answer with the whole live part, or what is left of it where it comes too late.
    async show(text, version, began) {
      while (page.holding) await page.holding;
      const taken = !version || page.takes(version, began);
      const shown = taken ? text : page.oob(text);
      if (shown) await htmx.swap({ target: "#live", swap: "innerMorph", text: shown });
      if (taken) page.changed();
    },
    // Asks whether this is what the page should show, and shows what it should; whether there was an answer. Asked
    // meanwhile, it asks once more.
    ask() {
      again = asking !== null;
      asking ??= whole().finally(() => {
        asking = null;
        if (again) page.ask();
      });
      return asking;
    },
  };

  async function whole() {
    const began = page.changes;
    const patience = page.silent() && setTimeout(page.lost, page.PATIENCE);
    try {
      const address = stream.dataset.live + encodeURIComponent(page.version);
      // Without an end to it, some of these into a hole use up the connections a browser has for one host.
      const answer = await fetch(address, { headers: page.date(), signal: soon(page.POLL / 2) });
      clearTimeout(patience);
      page.reached();
      page.hears(answer.headers.get("Companion-Now"));
      if (answer.status === 200) await page.show(await answer.text(), answer.headers.get("Companion-Version"), began);
      return true;
    } catch {
      clearTimeout(patience);
      page.lost();
      return false;
    }
  }

  return page;
})();
