// Says what the table has to say, if this screen is its voice: a switch in sight, of which each tap is the next level.
{
  const LEVELS = ["voice", "sounds", "silent"];
  const box = document.getElementById("voice");
  const here = document.querySelector(".hear");
  const choice = (name, otherwise) => kept.get(name) ?? otherwise;
  const level = () => choice("voice", "silent");
  let queue = [];
  let busy = false;

  const stands = (item) => item.kind === "greeting" || told.listed().some((one) => one.id === item.id);

  // -- one after the other ------------------------------------------------------------------------------------
  function next() {
    while (!busy && queue.length) {
      if (level() !== "silent" && !told.tapped()) break; // it stands until someone taps, or it is outdated
      const item = queue.shift();
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
    const heard = sound.play(item.sound);
    const words = item.text && (item.kind !== "turn" || choice("voice-turns", "yes") === "yes");
    setTimeout(() => {
      if (words && stands(item) && level() === "voice" && speech.voice()) speech.say(item.text, done);
      else done();
    }, heard * 1000);
  }

  // -- the switch ---------------------------------------------------------------------------------------------
  function show() {
    const voiced = level() === "voice";
    box.querySelector("label").hidden = !voiced;
    box.querySelector(".no-voice").hidden = !voiced || speech.voice() !== null;
    document.querySelector(".wants-tap").hidden = level() === "silent" || told.tapped();
    for (const words of here.querySelectorAll("[data-is]")) words.hidden = words.dataset.is !== level();
    box.querySelector("[data-turns]").checked = choice("voice-turns", "yes") === "yes";
  }

  function choose(wanted) {
    kept.set("voice", wanted);
    queue = [];
    speech.hush();
    if (wanted === "silent") sound.off();
    // The first word needs a tap: the switch says it.
    else say({ kind: "greeting", sound: "turn", text: here.dataset.greeting });
    show();
  }

  if (box && here && told.list) {
    here.addEventListener("click", () => choose(LEVELS[(LEVELS.indexOf(level()) + 1) % LEVELS.length]));
    box.addEventListener("change", (event) => kept.set("voice-turns", event.target.checked ? "yes" : "no"));
    for (const name of ["pointerup", "keydown"]) {
      addEventListener(name, () => {
        if (level() !== "silent") sound.wake();
        next();
      }, true);
    }
    window.speechSynthesis?.addEventListener?.("voiceschanged", show);
    told.listen((news, undone) => {
      const said = told.listed().map((one) => one.id);
      queue = [...queue.filter((one) => said.includes(one.id)), ...news];
      if (undone) speech.hush();
      next();
    });
  }
}
