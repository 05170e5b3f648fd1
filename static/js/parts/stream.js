// The stream pushes. An event brings what has changed since an earlier version: a page that shows another one by now (an
// answer to a tap was faster, say) can't be made whole by it, and asks for all where it is behind.
if (live) {
  const { stream } = live;
  let began = 0; // what `live.changes` was when the stream was asked for

  const connects = () => {
    began = live.changes;
  };
  stream.addEventListener("htmx:before:request", connects);
  stream.addEventListener("htmx:sse:before:connection", (event) => {
    if (event.detail.connection.attempt) connects();
  });
  stream.addEventListener("htmx:sse:after:connection", () => live.listen());
  stream.addEventListener("beat", () => live.listen());

  async function judge(news) {
    while (live.holding) await live.holding;
    const [version, base] = news.message.id.split(" ");
    if (base ? base === live.version && live.takes(version, live.changes) : live.takes(version, began)) {
      news.message.data = live.put(news.message.data);
      news.cancelled = !news.message.data;
      if (news.cancelled) live.changed();
      return;
    }
    if (live.older(live.version, version)) live.ask();
    news.message.data = live.beside(news.message.data);
    news.cancelled = !news.message.data;
  }
  stream.addEventListener("htmx:sse:before:message", ({ detail }) => {
    live.listen();
    if (!detail.message.event) detail.waitUntil(judge(detail));
  });
  stream.addEventListener("htmx:sse:after:message", (event) => {
    if (!event.detail.message.event) live.changed();
  });
  stream.addEventListener("htmx:sse:error", () => live.lost());
  document.addEventListener("htmx:error", () => live.lost());

  setInterval(() => {
    if (live.busy() || performance.now() - live.heard < live.BEATS_MISSED) return;
    live.lost();
    const connection = stream._htmx?.sse;
    // A silent hole in the network looks like an open stream: drop it, so that it is connected anew.
    if (connection?.reader) connection.reader.cancel();
    live.heard = performance.now() - live.BEATS_MISSED / 2;
  }, 1000);
}
