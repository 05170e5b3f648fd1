// A tap says at once that it is being sent. The result comes by the stream while that is open, otherwise with the
// answer, which is shown unless the page shows something newer by then. Into a dead network it is sent again when that
// is back, the same as it was: by the stamp of its page it counts once, and where the table has moved on not at all.
if (live) {
  const LONGEST = 15000;
  const STREAM = "Companion-Stream";
  const VERSION = "Companion-Version";
  let latest = null;
  let unsent = null;
  const lost = document.querySelector("#elsewhere [data-says]");
  // Where the table has another address by then, only this page can say what it did not hear.
  const keep = (tap) => {
    unsent = tap;
    const what = tap?.button?.textContent.trim();
    if (!lost) return;
    lost.hidden = !what;
    lost.textContent = what ? lost.dataset.says.replace("{what}", what) : "";
  };

  class Tap {
    constructor({ request, sourceElement }) {
      this.request = request;
      this.button = request.submitter ?? sourceElement.closest("button");
      live.date(request.headers);
      if (live.open()) request.headers[STREAM] = "open";
    }
    // With a stamp, or the step it saw, it can be sent twice and counts once.
    get counted() {
      return this.request.body.has("stamp") || this.request.body.has("told");
    }
    begin() {
      if (this.button) this.button.dataset.sending = live.stream.dataset.tapped;
      this.timer = setTimeout(() => live.lost(), live.PATIENCE);
    }
    end() {
      clearTimeout(this.timer);
      if (this.button) delete this.button.dataset.sending;
    }
    // The button goes on saying so until the network is back, or another one is tapped.
    fails() {
      if (this !== latest || !this.counted) return this.end();
      clearTimeout(this.timer);
      live.lost();
      keep(this);
    }
    async again() {
      const { action, body, headers } = this.request;
      delete headers[STREAM];
      live.date(headers);
      const began = live.changes;
      this.begin();
      try {
        const answer = await fetch(action, { method: "POST", body, headers, signal: live.soon(LONGEST) });
        const text = await answer.text();
        this.end();
        live.reached();
        await live.show(text, answer.headers.get(VERSION), began);
      } catch {
        this.fails();
      }
    }
  }

  const isTap = (ctx) => ctx.request.method === "POST";

  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (!isTap(ctx)) return;
    unsent?.end();
    keep(null);
    ctx.began = live.changes;
    ctx.tap = latest = new Tap(ctx);
    latest.begin();
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (!ctx.tap) return;
    ctx.tap.end();
    live.reached();
    const version = ctx.response.headers.get(VERSION);
    // An empty answer says that the stream brings the result.
    if (version !== null && !ctx.text) {
      event.preventDefault();
      const say = document.getElementById("say");
      say.hidden = true;
      say.textContent = "";
      live.expects(version);
      return;
    }
    ctx.taken = version !== null && live.takes(version, ctx.began);
    if (version === null || ctx.taken) return;
    ctx.text = live.oob(ctx.text);
    if (!ctx.text) event.preventDefault();
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.taken) live.changed();
  });
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    ctx?.tap?.fails();
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.tap !== unsent) ctx.tap?.end();
  });
  live.stream.addEventListener("reached", () => {
    const tap = unsent;
    keep(null);
    tap?.again();
  });
}
