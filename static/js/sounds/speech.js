// A voice of this device, in the language of the page. A voice from elsewhere would hear what is said here.
const speech = {
  LONGEST: 20000,
  saying: null, // some browsers forget who speaks unless it is referenced

  voice() {
    const wanted = document.documentElement.lang;
    const all = window.speechSynthesis?.getVoices() ?? [];
    return all.find((one) => one.localService && one.lang.replace("_", "-").split("-")[0] === wanted) ?? null;
  },

  say(text, done) {
    const voice = this.voice();
    const words = new SpeechSynthesisUtterance(text.replace(/[\u2066-\u2069]/g, "")); // what isolates names is only to be seen
    words.voice = voice;
    words.lang = voice.lang;
    // An engine that breaks off may say nothing about it.
    const late = setTimeout(() => words.onend(), this.LONGEST);
    words.onend = words.onerror = () => {
      if (this.saying !== words) return;
      clearTimeout(late);
      this.saying = null;
      done();
    };
    this.saying = words;
    speechSynthesis.speak(words);
  },

  hush() {
    if (!this.saying) return;
    const { saying } = this;
    speechSynthesis.cancel();
    saying.onend();
  },
};
