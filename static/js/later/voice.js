// Says what the table has to say, once: the page lists what stands, and what has not stood there before is news.
{
  const news = document.getElementById("news");
  const box = document.getElementById("voice");

  const choice = (name, otherwise) => kept.get(name) ?? otherwise;
  const chimes = () => choice("chimes", "no") === "yes";
  const level = () => choice("voice", "silent");
  const SEEN = `companion-said-${news?.dataset.table}`;
  let queue = [];
  let busy = false;
  let newest = [];

  // -- what stands --------------------------------------------------------------------------------------------
  const listed = () => [...news.querySelectorAll("li")].map((line) => ({ ...line.dataset }));

  const stands = (item) => item.kind === "greeting" || listed().some((one) => one.id === item.id);

  // Null where this page has never looked: then nothing that stands already is news.
  function seen() {
    try {
      return JSON.parse(sessionStorage.getItem(SEEN));
    } catch {
      return null;
    }
  }
  function see(ids) {
    try {
      sessionStorage.setItem(SEEN, JSON.stringify(ids));
    } catch {
      seen.here = ids;
    }
  }

  // Whether the list is older than one that has been read: an answer that came late.
  function isOld() {
    const at = (news.querySelector("ol")?.dataset.at ?? "0.0.0").split(".").map(Number);
    const place = newest.findIndex((part, index) => part !== at[index]);
    if (place >= 0 && at[place] < newest[place]) return true;
    newest = at;
    return false;
  }

  function read() {
    if (isOld()) return;
    const items = listed();
    const before = seen() ?? seen.here;
    const said = items.map((one) => one.id);
    see(said);
    const fresh = before ? items.filter((one) => !before.includes(one.id)) : [];
    const undone = fresh.some((one) => one.kind === "undo");
    queue = queue.filter((one) => said.includes(one.id));
    // What stands again because something was taken back has been done already.
    queue.push(...fresh.filter((one) => !undone || one.kind === "undo" || one.kind === "turn"));
    if (undone) speech.hush();
    next();
  }

  // -- one after the other ------------------------------------------------------------------------------------
  const mine = (item) => (item.seats ?? "").split(" ").includes(news.dataset.own);
  const touched = () => navigator.userActivation?.hasBeenActive ?? true;

  function next() {
    while (!busy && queue.length) {
      const item = queue[0];
      if (level() !== "silent" && !touched()) break; // it stands until somebody taps, or it is outdated
      queue.shift();
      feel(item);
      if (level() !== "silent") say(item);
    }
    show();
  }

  function say(item) {
    busy = true;
    const done = () => {
      busy = false;
      next();
    };
    const lost = item.sound === "won" && news.dataset.own && !mine(item);
    const heard = sound.play(lost ? "lost" : item.sound);
    const words = item.text && (item.kind !== "turn" || choice("voice-turns", "yes") === "yes");
    setTimeout(() => {
      if (words && stands(item) && level() === "voice" && speech.voice()) speech.say(item.text, done);
      else done();
    }, heard * 1000);
  }

  // A phone can be felt by who it belongs to.
  function feel(item) {
    if (!news.dataset.own || !mine(item) || !touched()) return;
    if (item.kind === "turn" && chimes() && level() === "silent") sound.play("turn");
    if (choice("vibrates", "yes") === "yes") navigator.vibrate?.(item.kind === "reminder" ? [120, 80, 120] : 200);
  }

  // -- the switch ---------------------------------------------------------------------------------------------
  function show() {
    for (const button of box.querySelectorAll("[data-level]")) {
      button.setAttribute("aria-pressed", String(button.dataset.level === level()));
    }
    const voiced = level() === "voice";
    box.querySelector(".if-voice").hidden = !voiced;
    box.querySelector(".no-voice").hidden = !voiced || speech.voice() !== null;
    document.querySelector(".wants-tap").hidden = level() === "silent" || touched();
    for (const words of document.querySelectorAll(".hear [data-is]")) words.hidden = words.dataset.is !== level();
    box.querySelector("[data-turns]").checked = choice("voice-turns", "yes") === "yes";
    const chime = box.querySelector("[data-chimes]");
    if (chime) chime.checked = chimes();
    const felt = box.querySelector("[data-vibrates]");
    if (felt) {
      felt.checked = choice("vibrates", "yes") === "yes";
      felt.closest("label").hidden = !("vibrate" in navigator);
    }
  }

  function choose(wanted) {
    kept.set("voice", wanted);
    queue = [];
    speech.hush();
    if (wanted === "silent") sound.off();
    // The first word needs a tap: the switch says it.
    else say({ kind: "greeting", sound: "turn", text: box.dataset.greeting });
    show();
  }

  if (news && box) {
    box.addEventListener("click", (event) => {
      const button = event.target.closest("[data-level]");
      if (button) choose(button.dataset.level);
    });
    // In sight, and one button: each tap is the next level.
    document.querySelector(".hear")?.addEventListener("click", () => {
      const levels = [...box.querySelectorAll("[data-level]")].map((button) => button.dataset.level);
      choose(levels[(levels.indexOf(level()) + 1) % levels.length]);
    });
    box.addEventListener("change", (event) => {
      if (event.target.matches("[data-turns]")) kept.set("voice-turns", event.target.checked ? "yes" : "no");
      if (event.target.matches("[data-chimes]")) {
        kept.set("chimes", event.target.checked ? "yes" : "no");
        if (chimes()) sound.play("turn");
      }
      if (event.target.matches("[data-vibrates]")) kept.set("vibrates", event.target.checked ? "yes" : "no");
    });
    for (const name of ["pointerup", "keydown"]) {
      addEventListener(name, () => {
        if (level() !== "silent" || chimes()) sound.wake();
        next();
      }, true);
    }
    window.speechSynthesis?.addEventListener?.("voiceschanged", show);
    new MutationObserver(read).observe(news, { attributes: true, characterData: true, childList: true, subtree: true });
    read();
    show();
  }
}
