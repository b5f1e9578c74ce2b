// The eyes of somebody who plays at the page: what lies on the table, and where in the window it lies.
// The page's scripts are loaded once, so their classes are those of the page itself.
if (window.stranger) return true;
const [{ Board }, { cellShapes }] = await Promise.all([import("/board.js"), import("/draw.js")]);

const node = document.getElementById("game-board");
// The table is fetched once the page has nothing else to do.
while (!node.querySelector(".stage")) await new Promise((done) => setTimeout(done, 20));
const { hover } = Board.prototype;
let board;
Board.prototype.hover = function found() {
  board = this;
};
node.dispatchEvent(new Event("pointerleave"));
Board.prototype.hover = hover;

/** The arrow keys as a driver sends them, with where they lead. */
const STEPS = [["\ue012", [-1, 0]], ["\ue014", [1, 0]], ["\ue013", [0, -1]], ["\ue015", [0, 1]]];
const has = (cell) => board.info.men.some(([at]) => at === cell);

/** Milliseconds from each tap to the painted board on which this person is asked again, or to the first one. */
const waits = [];
let since = 0;
let begins = false;
document.addEventListener("pointerup", ({ target }) => {
  since = performance.now();
  begins = target.closest(".play") !== null;
}, true);
new MutationObserver(() => {
  if (!since || node.dataset.lines !== String(board.info.board.lines) || !(begins || board.info.waits || !board.info.running)) return;
  const from = since;
  since = 0;
  requestAnimationFrame(() => setTimeout(() => waits.push(performance.now() - from)));
}).observe(node, { attributeFilter: ["data-lines"] });

window.stranger = {
  waits,
  get info() {
    return board.info;
  },
  get board() {
    return board;
  },
  /** The middle of a cell in the window. */
  middle(name) {
    const { frame } = board.info.board;
    const [x, y] = cellShapes(frame).find((cell) => cell.name.toLowerCase() === name.toLowerCase()).middle;
    const at = node.getBoundingClientRect();
    return [at.left + (at.width * x) / frame.width, at.top + (at.height * y) / frame.height];
  },
  /** The arrow keys that lead to a cell, by the shortest way. */
  keys(name) {
    const at = (cell) => Object.assign(Object.create(Board.prototype), { info: board.info, cursor: cell, say() {}, draw() {} });
    const ways = new Map([[board.cursor, []]]);
    for (const [cell, keys] of ways) {
      if (cell?.toLowerCase() === name.toLowerCase()) return keys;
      for (const [key, step] of STEPS) {
        const walker = at(cell);
        walker.walk(step);
        if (!ways.has(walker.cursor)) ways.set(walker.cursor, [...keys, key]);
      }
    }
    return null;
  },
  /** Whether the whole board is in the window, and the page no wider than that. */
  sees() {
    const at = node.getBoundingClientRect();
    const across = at.width > 100 && at.left >= -0.5 && at.right <= innerWidth + 0.5;
    return across && at.top >= -0.5 && at.bottom <= innerHeight + 0.5 && document.documentElement.scrollWidth <= innerWidth;
  },
  /** What lies on the table. */
  seen() {
    const { no, title, board: { lines, src }, plies, waits, running } = board.info;
    return { no, title, waits, running, lines, plies: plies.length, arranges: src.includes("own=1"), sees: this.sees() };
  },
  /** The move with the best chance to take something, or any if none can: so games end soon. */
  move(number) {
    const worth = ({ from, to, odds }) => (from && has(to) ? (odds ?? 100) : 0);
    const { moves } = board.info;
    const best = Math.max(...moves.map(worth));
    const fits = moves.filter((move) => worth(move) === best);
    return fits[number % fits.length];
  },
  /** A change of the men who are arranged. */
  async change(number) {
    const { movable } = board.info;
    const cell = movable[number % movable.length];
    await board.setUp.load(cell);
    const ways = board.setUp.from(cell);
    return ways[number % ways.length];
  },
};
return true;
