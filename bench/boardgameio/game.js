"use strict";
// A placement game on a board of 48 squares and 63 crossings: two players take free places in turn until none is left,
// and whoever holds more places that touch another of their own wins. As plain as a game of that board size can be.

const COLUMNS = 6;
const ROWS = 8;
const SQUARES = COLUMNS * ROWS;
const CROSSINGS = (COLUMNS + 1) * (ROWS + 1);
const PLACES = SQUARES + CROSSINGS;

function touching(places, width, first, last, player) {
  let held = 0;
  for (let place = first; place < last; place += 1) {
    const right = (place - first) % width < width - 1 && places[place + 1] === player;
    const below = place + width < last && places[place + width] === player;
    held += places[place] === player && (right || below);
  }
  return held;
}

function score(places, player) {
  return touching(places, COLUMNS, 0, SQUARES, player) + touching(places, COLUMNS + 1, SQUARES, PLACES, player);
}

module.exports = (INVALID_MOVE, deltaState) => ({
  name: "placement",
  minPlayers: 2,
  maxPlayers: 2,
  deltaState, // send what changed, or (its default) the whole state
  setup: () => ({ places: Array(PLACES).fill(null), taken: 0 }),
  moves: {
    place: ({ G, playerID }, place) => {
      if (!Number.isInteger(place) || place < 0 || place >= PLACES || G.places[place] !== null) return INVALID_MOVE;
      G.places[place] = playerID;
      G.taken += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => {
    if (G.taken < PLACES) return undefined;
    const [first, second] = ["0", "1"].map((player) => score(G.places, player));
    return first === second ? { draw: true } : { winner: first > second ? "0" : "1" };
  },
});
