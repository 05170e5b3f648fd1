// The product's pages as a React client of boardgame.io draws them. window.PAGES: what stands on this page whatever happens
// (shell) and what the live part is at each turn (turns), as [tag, properties, children] that were read off the product's.
import { createElement, Fragment, memo } from "react";
import { createRoot } from "react-dom/client";
import { Client } from "boardgame.io/react";
import { SocketIO } from "boardgame.io/multiplayer";
import { dig } from "./game.js";

const { seat, players, shell, turns } = window.PAGES;

const draw = (node, submit) => {
  if (typeof node === "string") return node;
  const [tag, given, children] = node;
  const properties = tag === "form" ? { ...given, onSubmit: submit } : given;
  return createElement(tag, properties, ...children.map((one) => draw(one, submit)));
};

const Shell = memo(() => createElement(Fragment, null, ...shell.map((one) => draw(one))));

function Board({ G, moves }) {
  const submit = (event) => {
    event.preventDefault();
    moves.quiet();
  };
  return createElement(Fragment, null, createElement(Shell), draw(turns[G.taps % turns.length], submit));
}

const App = Client({
  game: dig,
  board: Board,
  numPlayers: players,
  multiplayer: SocketIO({ server: location.origin }),
  loading: () => null,
  debug: false,
});
const playerID = seat === null ? undefined : String(seat);
createRoot(document.getElementById("root")).render(createElement(App, { matchID: "match0", playerID }));
