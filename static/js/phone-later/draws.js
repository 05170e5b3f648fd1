"use strict";
// What companion/fair.py computes: what commits a phone to its bits, keys and draws; and the checks of a game that is over.
// A page on plain HTTP has no crypto.subtle.

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

  hash: (text) => fair.hex(sha256(fair.bytes(text))),

  // What commits the phone of a seat to its bits for a deal.
  commitment: (promise, deal, seat, bits) => fair.hash(["companion-deal-2", promise, deal, seat, bits].join("\n")),

  // The key of a deal: its terms as they are written, and the opened bits in seat order. Of older games one for all.
  key(secret, { text, opened }) {
    const bits = Object.fromEntries(opened);
    const seats = JSON.parse(text).players.map((player) => player.seat);
    const lines = seats.filter((seat) => bits[seat]).map((seat) => `${seat} ${bits[seat]}`);
    return fair.hmac(fair.unhex(secret), fair.bytes([text, ...lines].join("\n")));
  },
  olderKey: (secret, additions) =>
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
  // in the order of their names: the same cards whatever comes out.
  fits(key, { label, mixed, drawn }) {
    const mix = fair.draw(key, label);
    const results = mixed.map((items) => mix([...items]));
    const [cards, last] = [mixed.at(-1) ?? [], results.at(-1) ?? []];
    const [way] = results[0] ?? [];
    const prepared = label.split("/")[2] !== "deal" || (way === cards.join(",") && way === [...cards].sort().join(","));
    return prepared && drawn.length > 0 && drawn.every((value, at) => value === last[at]);
  },

  // Checks what a game's record opens against what this phone has kept of that game, if it has: [what, whether it fits
  // (null: that can't be said), what is named in it].
  check(chance, own) {
    const { commitment, secret, deals, draws, labels, additions, players } = chance;
    const found = [["secret", fair.promise(secret) === commitment]];
    if (!own?.promise || (own.late && own.promise === commitment)) found.push(["unseen", null]);
    else found.push(["seen", own.promise === commitment]);
    for (const reason of own?.refused ?? []) found.push([reason, false]);
    const keys = Object.fromEntries(deals.map((deal) => [deal.of, fair.key(secret, deal)]));
    for (const [name, { bits, terms, arrived }] of Object.entries(own?.bits ?? {})) {
      const [of, seat] = name.split(" ");
      const deal = deals.find((one) => one.of === of);
      if (!terms) continue;
      found.push(["bound", deal !== undefined && fair.hash(deal.text) === terms, { deal: of }]);
      const used = deal?.opened.some(([one, opened]) => `${one}` === seat && opened === bits);
      found.push(used || arrived ? ["mine", used ?? false, { deal: of }] : ["late", null, { deal: of }]);
    }
    const took = (of) => Object.entries(own?.bits ?? {}).some(([name, { terms }]) => terms && name.startsWith(`${of} `));
    for (const { of } of deals) if (!took(of)) found.push(["absent", null, { deal: of }]);
    for (const deal of deals) found.push(...fair.partsOf(deal, commitment, players, draws));
    if (additions) found.push(["older", null]);
    // What deals have in the place of a count is checked with their terms.
    const counted = labels.filter((label) => !deals.length || !["deal", "first"].includes(label.split("/")[2]));
    const numbers = deals.map(({ of }) => of).concat(counted);
    found.push(["whole", fair.isWhole(numbers) && [...numbers, ...labels].every((one) => one.startsWith(`${chance.game}/`))]);
    const older = additions && fair.olderKey(secret, additions);
    for (const draw of draws) found.push(["draw", fair.fits(older ?? keys[draw.deal], draw), { label: draw.label }]);
    return found;
  },

  // Who took part in a deal, and whether with what they had committed to.
  partsOf({ of, text, opened, dealt, first }, promise, names, draws) {
    const { players, options, deal } = JSON.parse(text);
    const committed = players.filter((player) => player.commitment);
    const of_seat = Object.fromEntries(committed.map((player) => [player.seat, player.commitment]));
    const fits = opened.every(([seat, bits]) => fair.commitment(promise, of, seat, bits) === of_seat[seat]);
    const once = new Set(Object.values(of_seat)).size === committed.length;
    const known = players.every(({ name }, at) => name === names[at]);
    const found = [["parts", fits && once && known, { deal: of }]];
    if (!dealt) found.push(["given", null, { deal: of }]);
    else if (deal.first !== undefined) found.push(["begins", deal.first === first, { deal: of }]);
    const drawn = draws.some(({ deal: from, label }) => from === of && label.split("/")[2] === "deal");
    if (dealt && !drawn && options.dealing !== "cards") found.push(["drawn", false, { deal: of }]);
    if (!opened.length) found.push(["nobody", null, { deal: of }]);
    const withheld = committed.filter(({ seat }) => !opened.some(([one]) => one === seat)).map(({ name }) => name);
    const left = { deal: of, names: withheld.join(", "), n: 2 ** withheld.length };
    if (opened.length && withheld.length) found.push(["withheld", null, left]);
    return found;
  },
};
