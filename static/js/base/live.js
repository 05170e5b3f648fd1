// What the modules of a live page share; null on a page without a stream.
const live = (() => {
  const stream = document.getElementById("stream");
  if (!stream) return null;
  const offline = document.getElementById("offline");
  return {
    stream,
    version: stream.dataset.version,
    heard: performance.now(), // a clock that nobody sets
    surplus: false,
    POLL: 20000,

    // Whether nobody looks, or news would disturb.
    busy() {
      return document.hidden || this.surplus || document.querySelector("button.hold[data-keep]");
    },
    listen() {
      this.heard = performance.now();
      offline.hidden = true;
    },
    lost() {
      offline.hidden = false;
    },
    soon(milliseconds) {
      const end = new AbortController();
      setTimeout(() => end.abort(), milliseconds);
      return end.signal;
    },
  };
})();
