// The stream pushes; this notes what it brought, and connects it anew where it only looks open.
if (live) {
  const { stream } = live;
  const BEATS_MISSED = 10500; // two and a half heartbeats

  stream.addEventListener("beat", () => live.listen());
  stream.addEventListener("htmx:sse:after:connection", () => live.listen());
  stream.addEventListener("htmx:sse:after:message", (event) => {
    live.listen();
    if (event.detail.message.id) live.version = event.detail.message.id;
  });
  // An answer that comes late may put an older state in place of what the stream has brought: then the safety net has
  // something to mend, for the stream sends what has changed and not all of it.
  document.addEventListener("htmx:after:request", (event) => {
    live.version = event.detail.ctx.response?.raw?.headers.get("Companion-Version") ?? live.version;
  });
  stream.addEventListener("htmx:sse:error", () => live.lost());
  document.addEventListener("htmx:error", () => live.lost());

  setInterval(() => {
    if (live.busy() || performance.now() - live.heard < BEATS_MISSED) return;
    live.lost();
    const connection = stream._htmx?.sse;
    // A silent hole in the network looks like an open stream: drop it, so that it is connected anew.
    if (connection?.reader) connection.reader.cancel();
    live.heard = performance.now() - BEATS_MISSED / 2;
  }, 1000);
}
