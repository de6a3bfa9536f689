"use strict";
// The peer of bench/live.py: node server.js PORT memory|FOLDER whole|patch
// NODE_PATH names the folder where its packages were installed.

const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");
const placement = require("./game.js");

const [port, storage, sending] = process.argv.slice(2);
const game = placement(INVALID_MOVE, sending === "patch");
const db = storage === "memory" ? undefined : new FlatFile({ dir: storage });
const server = Server({ games: [game], origins: [], ...(db && { db }) });
server.run({ port: { host: "127.0.0.1", port: Number(port) } }, () => console.log("ready"));
