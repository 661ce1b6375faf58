// boardgame.io with its memory store and a game of one word: what was sown last. It prints its port.
// It ignores the address that it is given, so whatever listens in this process gets 127.0.0.1.
const http = require("http");
const path = require("path");

const listen = http.Server.prototype.listen;
http.Server.prototype.listen = function (port, ...rest) {
  return listen.call(this, port, "127.0.0.1", ...rest.filter((given) => typeof given !== "string"));
};

const installed = path.join(process.argv[2], "node_modules", "boardgame.io");
const { Server } = require(path.join(installed, "server"));

const game = {
  name: "trivial",
  setup: () => ({ sown: "" }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    sow: ({ G }, house) => {
      G.sown = house;
    },
  },
};

console.info = () => {};
Server({ games: [game], origins: [] })
  .run({ port: 0 })
  .then(({ appServer }) => {
    process.stdout.write(`${appServer.address().port}\n`);
  });
