"use strict";
// Draws a game's chances again, as companion/fair.py has them. A page on plain HTTP has no crypto.subtle.

const sha256 = (() => {
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const primes = [];
  for (let number = 2; primes.length < 64; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function block(state, words) {
    for (let at = 16; at < 64; at += 1) {
      const [early, late] = [words[at - 15], words[at - 2]];
      const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const two = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[at] = (words[at - 16] + one + words[at - 7] + two) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at += 1) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[at] + words[at];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) | 0);
  }

  // The digest of an array of bytes, as 32 bytes.
  return (bytes) => {
    const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 4, bytes.length * 8);
    let state = START;
    for (let at = 0; at < padded.length; at += 64) {
      state = block(
        state,
        Array.from({ length: 16 }, (_, word) => view.getUint32(at + word * 4)),
      );
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, at) => digest.setUint32(at * 4, word));
    return new Uint8Array(digest.buffer);
  };
})();

const fair = {
  bytes: (text) => new TextEncoder().encode(text),
  hex: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""),
  unhex: (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)),

  // A key longer than a block is not needed here: all are 32 bytes.
  hmac(key, message) {
    const padded = (mask) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ mask);
    const joined = (one, other) => Uint8Array.from([...one, ...other]);
    return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
  },

  promise: (secret) => fair.hex(sha256(fair.unhex(secret))),

  words(promise) {
    const [consonants, vowels] = ["bdfghjklmnprstvz", "aiou"];
    const word = (bits) =>
      consonants[bits >> 12] +
      vowels[(bits >> 10) & 3] +
      consonants[(bits >> 6) & 15] +
      vowels[(bits >> 4) & 3] +
      consonants[bits & 15];
    return Array.from({ length: 8 }, (_, at) => word(parseInt(promise.slice(at * 4, at * 4 + 4), 16))).join(" ");
  },

  key: (secret, additions) =>
    fair.hmac(fair.unhex(secret), fair.bytes(["companion-draws-1", ...[...additions].sort()].join("\n"))),

  // A function that mixes a list in place; it goes on in the same stream of numbers.
  draw(key, label) {
    function* numbers() {
      for (let block = 0; ; block += 1) {
        const view = new DataView(fair.hmac(key, fair.bytes(`${label}/${block}`)).buffer);
        for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
      }
    }
    const stream = numbers();
    const below = (end) => {
      let number;
      do number = stream.next().value;
      while (number >= 2 ** 32 - (2 ** 32 % end));
      return number % end;
    };
    return (items) => {
      for (let last = items.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [items[last], items[other]] = [items[other], items[last]];
      }
      return items;
    };
  },

  // Whether the draws of each game, round and kind are counted from one: who leaves one out has chosen among them.
  isWhole(labels) {
    const counts = new Map();
    for (const label of labels) {
      const end = label.lastIndexOf("/");
      const head = label.slice(0, end);
      counts.set(head, (counts.get(head) ?? new Set()).add(Number(label.slice(end + 1))));
    }
    return [...counts.values()].every((found) => Math.max(...found) === found.size);
  },

  // Whether the draw comes out as the record has it. Of cards that are dealt the list that is mixed is what was prepared,
  // in order: the same cards whatever comes out.
  fits(key, { label, mixed, drawn }) {
    const mix = fair.draw(key, label);
    const results = mixed.map((items) => mix([...items]));
    const last = results.at(-1) ?? [];
    const prepared = label.split("/")[2] !== "deal" || results[0]?.[0] === mixed.at(-1).join(",");
    return prepared && drawn.length > 0 && drawn.every((value, at) => value === last[at]);
  },
};

const page = document.getElementById("fair");
if (page) {
  const { commitment, secret, additions, draws, labels } = JSON.parse(page.dataset.chance);
  const own = kept.get(`promise-${commitment}`);
  const key = fair.key(secret, additions);
  const tell = (fits, text) => {
    const line = document.createElement("li");
    line.className = fits === null ? "open" : fits ? "fits" : "breaks";
    const mark = document.createElement("b");
    mark.textContent = `${page.dataset[line.className]}: `;
    line.append(mark, text);
    page.append(line);
  };
  tell(fair.promise(secret) === commitment, page.dataset.secret);
  tell(own === null ? null : true, own === null ? page.dataset.unseen : page.dataset.seen);
  const known = Object.fromEntries((own ?? "").split(" ").map((one) => one.split(":")));
  const mine = Object.entries(known).filter(([of, bits]) => of !== "game" && bits);
  if (mine.length) tell(mine.every(([, bits]) => additions.includes(bits)), page.dataset.added);
  if (known.game) tell(labels.every((label) => label.startsWith(`${known.game}/`)), page.dataset.game.replace("{n}", known.game));
  tell(fair.isWhole(labels), page.dataset.whole);
  for (const draw of draws) tell(fair.fits(key, draw), page.dataset.draw.replace("{label}", draw.label));
}
