// The safety net behind the stream: asks now and then whether the page is what it should be.
if (live) setInterval(() => live.busy() || live.ask(), live.POLL);
