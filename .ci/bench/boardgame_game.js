// The same work for boardgame.io: a secret card for each player, one counter moved by whoever is on turn.
const { PlayerView } = require("boardgame.io/core");

const dig = {
  name: "dig",
  setup: ({ ctx }) => ({
    taps: 0,
    gold: Array(ctx.numPlayers).fill(0),
    broken: Array.from({ length: ctx.numPlayers }, () => []),
    players: Object.fromEntries(Array.from({ length: ctx.numPlayers }, (_, n) => [n, { card: n % 2 }])),
    secret: { aside: [0, 1, 1] },
  }),
  playerView: PlayerView.STRIP_SECRETS,
  moves: {
    quiet: {
      move: ({ G }) => {
        G.taps += 1;
      },
      client: false,
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

module.exports = { dig };
