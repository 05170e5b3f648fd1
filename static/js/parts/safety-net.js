// The safety net behind the stream: asks now and then whether the page is what it should be. While no stream is heard,
// because a proxy may refuse it or hold it back, the page lives on this, and says so.
if (live) {
  let asked = performance.now();
  let silent = 0; // answers since the stream was heard

  setInterval(async () => {
    const pause = live.silent() ? live.SOON : live.POLL;
    if (live.busy() || performance.now() - asked < pause) return;
    asked = performance.now();
    const answered = await live.ask();
    silent = answered && live.silent() ? silent + 1 : 0;
    if (silent > 1 && !live.putOut) live.tells("silent");
  }, 500);
}
