// The stream pushes. An event brings what has changed since an earlier version: a page that shows another one by now (an
// answer to a tap was faster, say) can't be made whole by it, and asks for all where it is behind.
if (live) {
  const { stream } = live;
  const address = new URL(stream.getAttribute("hx-sse:connect"), location.href);
  address.searchParams.set("page", Math.random().toString(36).slice(2)); // who has no seat is counted by this
  let began = 0; // what `live.changes` was when the stream was asked for
  let opened = 0; // when that was
  let request = null; // htmx sends it again when the stream has ended

  // The stream need not send what the page shows.
  const connects = () => {
    began = live.changes;
    address.searchParams.set("v", live.version);
    if (opened) address.searchParams.set("again", "1");
    opened = performance.now();
    live.date(request.headers);
    request.action = `${address.pathname}${address.search}`;
  };
  stream.addEventListener("htmx:before:request", ({ detail }) => {
    request = detail.ctx.request;
    connects();
  });
  stream.addEventListener("htmx:sse:before:connection", (event) => {
    const { attempt } = event.detail.connection;
    // One that opened and ended without a word would do so again at once: it is asked for again by and by.
    if (attempt === 1 && live.heard < opened) event.preventDefault();
    else if (attempt) connects();
  });
  // What is no stream is someone else's answer, a proxy's perhaps.
  stream.addEventListener("htmx:after:request", (event) => event.preventDefault());
  stream.addEventListener("beat", ({ detail }) => {
    live.listen();
    live.hears(detail.data);
  });

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
    news.message.data = live.oob(news.message.data);
    news.cancelled = !news.message.data;
  }
  stream.addEventListener("htmx:sse:before:message", ({ detail }) => {
    live.listen();
    if (!detail.message.event) detail.waitUntil(judge(detail));
  });
  stream.addEventListener("htmx:sse:after:message", (event) => {
    if (!event.detail.message.event) live.changed();
  });
  // Whether it is the network or only the stream, the answer to a question says.
  const fails = () => live.silent() || live.ask();
  stream.addEventListener("htmx:sse:error", fails);
  document.addEventListener("htmx:error", ({ target }) => (target === stream ? fails() : live.lost()));

  setInterval(() => {
    if (live.busy() || live.putOut || !live.silent() || performance.now() - opened < live.SILENCE / 2) return;
    // A silent hole in the network looks like an open stream: drop it, so that it is connected again.
    opened = performance.now();
    stream._htmx?.sse?.reader?.cancel();
  }, 1000);
}
