// What this phone does for a fair deal, by itself: it keeps the promise of each game, commits to bits for each deal that
// may come, and opens them for the first terms that are those of its page. What it keeps lasts over a reload.
const pledge = (() => {
  const memory = new Map();
  const BYTES = 16;
  const RETRIES = [100, 300, 600];
  const sorted = (value) => JSON.stringify(Object.entries(value).sort());

  return {
    // By table and game: the promise, the bits by deal and seat, and what it has refused.
    of(table, game) {
      const name = `fair-${table}-${game}`;
      if (!memory.has(name)) memory.set(name, JSON.parse(kept.get(name) ?? '{"promise":"","bits":{},"refused":[]}'));
      return memory.get(name);
    },
    keep: (table, game) => kept.set(`fair-${table}-${game}`, JSON.stringify(pledge.of(table, game))),
    // What is drawn once makes the bits of all deals, so that two windows of this browser have the same.
    draw(...names) {
      const drawn = kept.get("deal-bits") ?? memory.get("") ?? fair.hex(crypto.getRandomValues(new Uint8Array(BYTES)));
      memory.set("", drawn);
      kept.set("deal-bits", drawn);
      return fair.hash([drawn, ...names].join("\n")).slice(0, 2 * BYTES);
    },

    async post(address, fields) {
      for (const wait of [...RETRIES, null]) {
        try {
          const body = new URLSearchParams(fields);
          const answer = await fetch(address, { method: "POST", body });
          if (answer.status < 500) return answer;
        } catch {
          // Once more.
        }
        if (wait !== null) await new Promise((done) => setTimeout(done, wait));
      }
      return null;
    },

    // Whether the promise was shown first for another game: who opens bits for one game has not given them for another.
    moved(table, game, promise) {
      const first = kept.get(`promised-${promise}`) ?? "";
      return first !== "" && first !== `${table}/${game}`;
    },
    // The checks of a game that is over, against what is kept of it.
    judged(table, chance) {
      const own = pledge.of(table, chance.game);
      if (pledge.moved(table, chance.game, chance.commitment)) pledge.refuse(own, "moved");
      const found = fair.check(chance, own);
      own.told = found.every(([, fits]) => fits !== false);
      pledge.keep(table, chance.game);
      return found;
    },
    // What `page` opens of a game; null where it opens nothing.
    async opened(page, game) {
      const answer = await fetch(`${page}?game=${game}`);
      if (answer.status >= 500) throw new Error(answer.statusText);
      const told = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("fair");
      return JSON.parse(told?.dataset.chance || "null");
    },
    // The games since the one told before this one, for which this phone has opened bits: what does not fit in them, and
    // which are not told at all. Who makes games until one suits leaves these.
    async left(table, page, game) {
      const found = [];
      for (let before = game - 1; before > 0 && !pledge.of(table, before).told; before -= 1) {
        if (!Object.values(pledge.of(table, before).bits).some(({ terms }) => terms)) continue;
        const chance = await pledge.opened(page, before);
        if (!chance) found.push(["lost", null, { n: before }]);
        else found.push(...pledge.judged(table, { ...chance, game: before }).filter(([, fits]) => fits === false));
      }
      return found;
    },

    // Once a promise stands for a game, no other one does, and it stands for no other game. One that is seen when the
    // terms of the first deal are bound already shows nothing: the secret may have been chosen after them.
    promises({ table, promises, coming, terms }) {
      const bound = terms && JSON.parse(terms).of;
      for (const [game, promise] of Object.entries(promises)) {
        const own = pledge.of(table, game);
        own.late ??= !own.promise && (!coming.includes(`${game}/1/1`) || bound === `${game}/1/1`);
        if (own.promise && own.promise !== promise) pledge.refuse(own, "changed");
        else if (pledge.moved(table, game, promise)) pledge.refuse(own, "moved");
        else own.promise = promise;
        if (own.promise === promise) kept.set(`promised-${promise}`, `${table}/${game}`);
        pledge.keep(table, game);
      }
    },
    refuse(own, reason) {
      if (!own.refused.includes(reason)) own.refused.push(reason);
    },

    // What commits these seats for the deals that may come, as far as it has not been sent; and how to note that it has.
    commitments({ table, promises, coming }, seats) {
      const fields = [];
      const owns = [];
      for (const of of coming) {
        const game = of.split("/")[0];
        const own = pledge.of(table, game);
        for (const seat of own.promise === promises[game] ? seats : []) {
          const mine = (own.bits[`${of} ${seat}`] ??= { bits: pledge.draw(own.promise, of, seat) });
          if (mine.sent || mine.other) continue;
          const commitment = fair.commitment(own.promise, of, seat, mine.bits);
          fields.push(["commitment", [seat, of, commitment].join(" ")]);
          owns.push([game, mine, commitment]);
        }
        pledge.keep(table, game);
      }
      return { fields, owns };
    },
    // `stand` are those that the companion has of these seats: another tab or phone may have been the first.
    sent({ table }, owns, stand) {
      for (const [game, mine, commitment] of owns) {
        mine[stand.includes(commitment) ? "sent" : "other"] = true;
        pledge.keep(table, game);
      }
    },

    // The bits of these seats for the terms that are bound; nothing for terms that are not those of this page.
    openings({ table, terms: text, players, game: id, options, opened }, seats) {
      const terms = JSON.parse(text);
      const game = terms.of.split("/")[0];
      const own = pledge.of(table, game);
      const fields = [];
      for (const seat of seats) {
        const mine = own.bits[`${terms.of} ${seat}`];
        const bound = terms.players.find((player) => player.seat === seat)?.commitment;
        if (!mine?.sent) continue;
        const names = terms.players.map(({ name }) => name);
        const among = (all) => names.join("\n") === all.filter((name) => names.includes(name)).join("\n");
        const same = terms.game === id && sorted(terms.options) === sorted(options) && players.some(among);
        const committed = fair.commitment(own.promise, terms.of, seat, mine.bits);
        if (mine.terms && mine.terms !== fair.hash(text)) pledge.refuse(own, "twice");
        else if (!bound) continue;
        else if (terms.promise !== own.promise) pledge.refuse(own, "changed");
        else if (bound !== committed) pledge.refuse(own, "exchanged");
        else if (!same) pledge.refuse(own, "otherwise");
        else {
          mine.terms = fair.hash(text);
          if (!opened.includes(seat)) fields.push(["opened", `${seat} ${mine.bits}`]);
        }
      }
      pledge.keep(table, game);
      return fields;
    },
    // `stand` are the seats whose bits came in time.
    arrived({ table, terms }, stand) {
      const { of } = JSON.parse(terms);
      const game = of.split("/")[0];
      for (const seat of stand) pledge.of(table, game).bits[`${of} ${seat}`].arrived = true;
      pledge.keep(table, game);
    },
  };
})();

// A live page: what it is told of the deal stands beside the live part.
{
  const place = document.getElementById("dealt");
  let told = "";
  let busy = false;

  async function answer(data, seats) {
    if (data.terms) {
      const fields = pledge.openings(data, seats);
      const answer = fields.length ? await pledge.post(place.dataset.open, fields) : null;
      if (answer?.ok) pledge.arrived(data, await answer.json());
      return;
    }
    const { fields, owns } = pledge.commitments(data, seats);
    const answer = fields.length ? await pledge.post(place.dataset.commit, fields) : null;
    if (answer?.ok) pledge.sent(data, owns, await answer.json());
  }

  // At the end the whole game is checked, once: by this phone and by the companion.
  async function judge({ table, over, fits }) {
    if (pledge.over === over) return;
    mark(false, false);
    const { page } = place.dataset;
    const chance = await pledge.opened(page, over);
    const found = chance ? pledge.judged(table, chance) : [["lost", null]];
    found.push(...(await pledge.left(table, page, over)));
    pledge.over = over;
    mark(found.some(([, one]) => one === false), fits && found.every(([, one]) => one));
  }
  function mark(breaks, fits) {
    document.body.dataset.fair = breaks ? "breaks" : fits ? "fits" : "";
  }

  async function look() {
    const text = place.firstElementChild?.dataset.deal ?? "";
    if (!text || text === told || busy) return;
    told = text;
    busy = true;
    try {
      const data = JSON.parse(text);
      const seats = place.dataset.seats.split(" ").filter(Boolean).map(Number);
      pledge.promises(data);
      if (seats.length) await answer(data, seats);
      const refused = data.games.flatMap((game) => pledge.of(data.table, game).refused);
      const breaks = refused.length > 0 || data.breaks;
      if (breaks || !data.over) mark(breaks, data.fits);
      else await judge(data);
    } finally {
      busy = false;
    }
    look();
  }
  if (place) {
    look();
    new MutationObserver(look).observe(place, { childList: true, subtree: true, attributes: true });
  }
}
