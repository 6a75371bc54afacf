// A game for boardgame.io's own server, in memory: twenty-four locations, a piece on one of them each turn, thirty turns.
const { Server, Origins } = require('boardgame.io/server');

const game = {
  name: 'stacking',
  setup: () => ({ piles: Array.from({ length: 24 }, () => []) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    put: ({ G, playerID }, location) => {
      G.piles[location].push(playerID);
    },
  },
};
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: 0 }).then((running) => console.log(`listening on ${running.appServer.address().port}`));
