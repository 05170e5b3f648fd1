// Keeps this screen on: by the browser's own lock where there is one (localhost, https), else by a film of our own.
// What the engines ask of a film: Gecko a sound track; Blink most of it on the screen, a fifth of the window at least,
// and no `loop`; WebKit that it is not muted.
{
  const box = document.getElementById("awake");
  const APART = 5000;
  const IS_WEBKIT = navigator.vendor.startsWith("Apple");
  let lock = null;
  let film = null;

  // A table screen that nobody has to read while the table plays can sleep.
  const wanted = () => !document.body.matches(".at-rest");

  // One at a time: a second lock would be lost sight of, and never given back.
  let holding = null;
  const hold = () => (holding ??= held().finally(() => (holding = null)));

  async function held() {
    if (!wanted() && (lock || film)) return release();
    if (!wanted() || document.hidden) return show();
    if ("wakeLock" in navigator && (!lock || lock.released)) {
      lock = await navigator.wakeLock.request("screen").catch(() => null);
      lock?.addEventListener("release", show);
    }
    if (!wanted()) return release();
    if (!lock || lock.released) await roll();
    else unroll();
    show();
  }

  async function roll() {
    film ??= made();
    if (film.paused) await film.play().catch(() => {});
  }

  function unroll() {
    film?.pause();
    film?.remove();
    film = null;
  }

  function made() {
    const video = document.createElement("video");
    video.className = "awake-film";
    video.playsInline = true;
    video.muted = !IS_WEBKIT;
    video.tabIndex = -1;
    video.disableRemotePlayback = true;
    video.setAttribute("aria-hidden", "true");
    for (const address of box.dataset.film.split(" ")) {
      const source = document.createElement("source");
      source.src = address;
      video.append(source);
    }
    // Set back by hand, before the end.
    video.addEventListener("timeupdate", () => {
      if (video.currentTime > video.duration / 2) video.currentTime = 0;
    });
    video.addEventListener("ended", hold);
    video.addEventListener("playing", show);
    document.body.append(video);
    return video;
  }

  function release() {
    lock?.release().catch(() => {});
    lock = null;
    unroll();
    show();
  }

  function show() {
    const on = wanted();
    let how = "";
    if (on && lock && !lock.released) how = "lock";
    else if (on && film && !film.paused) how = "video";
    else if (on && !document.hidden) how = navigator.userActivation?.hasBeenActive ?? true ? "none" : "tap";
    for (const words of box.querySelectorAll("[data-how]")) words.hidden = words.dataset.how !== how;
  }

  if (box) {
    document.addEventListener("visibilitychange", hold);
    for (const name of ["pointerup", "keydown"]) addEventListener(name, hold, true);
    setInterval(hold, APART);
    hold();
  }
}
