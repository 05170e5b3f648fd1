// The same work for boardgame.io: ten players with a secret card each, one counter moved by whoever is on turn.
const { Server, Origins } = require("boardgame.io/server");
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

const server = Server({ games: [dig], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2]), () => console.log("ready"));
