// What one page sees of a tap: finger, request, bytes, the change of the page, the frame, the paint. All in milliseconds of
// one clock, for all pages are on one machine. Put in before the page's own scripts.
(() => {
  const now = () => performance.timeOrigin + performance.now();
  const QUIET = 120; // so long without a change: the page is done
  let marks;
  let told; // resolves when what was waited for is painted
  const shown = () => document.querySelector("#live h1")?.textContent ?? "";

  const probe = (window.probe = {
    // Begin anew: what is shown now is what a tap has to change.
    arm() {
      marks = { finger: [], handled: [], sent: [], bytes: [], changes: [], shown: null, frame: null, paint: null };
      probe.was = shown();
      probe.painted = new Promise((resolve) => (told = resolve));
    },
    marks: () => marks,
    async settled() {
      while (performance.now() - last < QUIET) await new Promise((later) => setTimeout(later, 20));
    },
    now,
  });
  let last = performance.now();
  probe.arm();

  // The page takes a tap: what is to be tapped stands there, the scripts that wait for the document have run, and it is
  // painted. Milliseconds from the start of the navigation.
  let run = false;
  let ready;
  probe.ready = new Promise((resolve) => (ready = resolve));
  const readies = () => {
    if (!ready || !run || !document.querySelector("#thumb button.main")) return;
    const done = ready;
    ready = null;
    after({}, () => done(performance.now()));
  };
  document.addEventListener("DOMContentLoaded", () =>
    setTimeout(() => {
      run = true;
      readies();
    }),
  );

  // The first frame after the change, and the first task after that frame: by then style, layout and paint are done.
  const channel = new MessageChannel();
  let frames = [];
  channel.port1.onmessage = () => {
    const done = now();
    for (const one of frames.splice(0)) one(done);
  };
  const after = (mark, then) =>
    requestAnimationFrame(() => {
      mark.frame = now();
      mark.shown = mark.changes?.at(-1).at; // what is changed in several steps is shown by the last of them
      frames.push((done) => {
        mark.paint = done;
        then();
      });
      channel.port2.postMessage(0);
    });

  new MutationObserver((records) => {
    last = performance.now();
    readies();
    const words = records.some(({ type }) => type !== "attributes");
    marks.changes.push({ at: now(), words });
    if (marks.shown || shown() === probe.was) return;
    marks.shown = now();
    after(marks, told);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  addEventListener("pointerup", (event) => marks.finger.push(performance.timeOrigin + event.timeStamp), true);
  addEventListener("click", () => marks.handled.push(now()), true);

  const sends = (of, name) => {
    const send = of[name];
    of[name] = function (...given) {
      marks.sent.push(now());
      return send.apply(this, given);
    };
  };
  sends(window, "fetch");
  sends(WebSocket.prototype, "send");

  // Bytes count from when the page's own scripts are given them.
  const arrived = () => marks.bytes.push(now());
  const reads = (of, name) => {
    const read = of[name];
    of[name] = function (...given) {
      const answer = read.apply(this, given);
      answer.then(arrived, () => {});
      return answer;
    };
  };
  reads(ReadableStreamDefaultReader.prototype, "read");
  reads(Response.prototype, "text");
  for (const name of ["WebSocket", "EventSource"]) {
    const Real = window[name];
    window[name] = class extends Real {
      constructor(...given) {
        super(...given);
        this.addEventListener("message", arrived);
      }
    };
  }
})();
