// Sounds, made of a few tones each. Nothing is created before the first one is wanted.
const sound = {
  context: null,

  // Each tone: wave, when it starts, how long it lasts (seconds), frequency at its start and at its end, loudness.
  SCORES: {
    turn: [["sine", 0, 0.16, 660, 660, 0.3], ["sine", 0.14, 0.3, 880, 880, 0.3]],
    reminder: [["triangle", 0, 0.14, 784, 784, 0.35], ["triangle", 0.18, 0.14, 784, 784, 0.35], ["triangle", 0.36, 0.3, 1047, 1047, 0.35]],
    theft: [["sawtooth", 0, 0.35, 320, 90, 0.2], ["square", 0.3, 0.08, 70, 60, 0.2]],
    lamp: [["triangle", 0, 0.5, 900, 120, 0.3], ["sine", 0.5, 0.4, 80, 50, 0.3]],
    cards: [["triangle", 0, 0.06, 240, 180, 0.3], ["triangle", 0.09, 0.06, 300, 220, 0.3], ["triangle", 0.18, 0.08, 380, 260, 0.3]],
    gold: [["sine", 0, 0.12, 1568, 1560, 0.2], ["sine", 0.08, 0.12, 2093, 2080, 0.2], ["sine", 0.18, 0.3, 2637, 2620, 0.2]],
    ended: [["sine", 0, 0.4, 523, 523, 0.3], ["sine", 0.35, 0.6, 392, 392, 0.3]],
    won: [["triangle", 0, 0.18, 523, 523, 0.3], ["triangle", 0.16, 0.18, 659, 659, 0.3], ["triangle", 0.32, 0.6, 784, 784, 0.3], ["triangle", 0.32, 0.6, 1047, 1047, 0.2]],
    lost: [["triangle", 0, 0.3, 392, 392, 0.3], ["triangle", 0.28, 0.3, 349, 349, 0.3], ["triangle", 0.56, 0.7, 262, 250, 0.3]],
    undo: [["sine", 0, 0.12, 520, 520, 0.25], ["sine", 0.1, 0.2, 390, 390, 0.25]],
  },

  // To be called by a tap: browsers let nothing be heard before.
  wake() {
    this.context ??= new AudioContext();
    if (this.context.state !== "running") this.context.resume().catch(() => {});
  },

  play(name) {
    if (!this.SCORES[name]) return 0;
    this.wake();
    return this.write(this.context, name);
  },

  // Writes the tones of a sound into a context; the seconds until the last one has faded.
  write(context, name) {
    let end = 0;
    for (const [wave, at, length, from, to, loud] of this.SCORES[name]) {
      const start = context.currentTime + at;
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.type = wave;
      tone.frequency.setValueAtTime(from, start);
      tone.frequency.linearRampToValueAtTime(to, start + length);
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.linearRampToValueAtTime(loud, start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + length);
      end = Math.max(end, at + length);
    }
    return end;
  },

  off() {
    this.context?.close();
    this.context = null;
  },
};
