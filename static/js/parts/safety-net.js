// The safety net behind the stream: asks now and then whether the page is what it should be.
if (live) {
  setInterval(async () => {
    if (live.busy()) return;
    try {
      const address = live.stream.dataset.live + encodeURIComponent(live.version);
      // Without an end to it, some of these into a hole use up the connections a browser has for one host.
      const answer = await fetch(address, { signal: live.soon(live.POLL / 2) });
      if (answer.status === 200) {
        await htmx.swap({ target: "#live", swap: "innerMorph", text: await answer.text() });
      }
    } catch {
      live.lost();
    }
  }, live.POLL);
}
