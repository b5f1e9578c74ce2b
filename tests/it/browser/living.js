// What a test sees of the board that the page draws itself.
const { cellShapes } = await import("/draw.js");
const node = document.getElementById("game-board");
const { board } = stranger;
const { living: men } = board;

/** The middle of a man, in pixels of the frame. */
const middle = (man) => {
  const [on, at] = [node.getBoundingClientRect(), man.getBoundingClientRect()];
  const { width } = board.info.board.frame;
  return [at.x + at.width / 2 - on.x, at.y + at.height / 2 - on.y].map((one) => (one * width) / on.width);
};

window.living = {
  /** The men who are seen: their cells, and what they look like. */
  men: () => [...document.querySelectorAll(".men > *")].map(({ dataset: { cell, look } }) => [cell, look]).sort(),
  /** Whether the men show so much of the log, and nothing is on its way. */
  shows(lines) {
    const { motion, coming, tried, isOn, width } = men;
    const rests = isOn && !coming && !tried && !motion.isOn && !motion.moving.size && !motion.fading.size;
    return rests && width === Math.round(node.clientWidth * devicePixelRatio) && node.dataset.lines === String(lines);
  },
  /** The same of the table's own position. */
  rests: () => living.shows(board.info.board.lines),
  /** How far it is from where the man of a cell is seen to a point between two cells, in pixels of the frame. */
  apart: (cell, from, to, part) => living.between(middle(men.figures.get(cell).node), from, to, part),
  /** How far it is from a point to one between two cells. */
  between(point, from, to, part) {
    const cells = cellShapes(board.info.board.frame);
    const [start, end] = [from, to].map((name) => cells.find((one) => one.name === name).middle);
    return Math.hypot(...point.map((one, axis) => one - start[axis] - part * (end[axis] - start[axis])));
  },
  /** The boxes of the men, and the middles of their cells in the frame. */
  boxes() {
    const on = node.getBoundingClientRect();
    const cells = new Map(cellShapes(board.info.board.frame).map(({ name, middle: at }) => [name.toLowerCase(), at]));
    return [...men.figures].map(([cell, { node: man }]) => {
      const at = man.getBoundingClientRect();
      return { cell, middle: cells.get(cell), box: [at.x - on.x, at.y - on.y, at.width] };
    });
  },
  /** The board has this width and lies in the corner of the window, over all else, without marks of the page. */
  alone(width) {
    Object.assign(node.style, { position: "fixed", left: 0, top: 0, width: `${width}px`, zIndex: 99, borderRadius: 0, boxShadow: "none" });
    board.marks.style.display = "none";
  },
  /** It is where it was. */
  back() {
    for (const name of ["position", "left", "top", "width", "zIndex", "borderRadius", "boxShadow"]) node.style[name] = "";
    board.marks.style.display = "";
  },
  /** The boxes of words on the board. */
  words: () => [...document.querySelectorAll(".stage text")].map((word) => {
    const at = word.getBoundingClientRect();
    return [at.x - 1, at.y - 1, at.width + 2, at.height + 2];
  }),
  /** Sees how an attack goes from now on: when the dice roll, which faces they show, and where its man is to wait. */
  watch(from, to) {
    const game = document.getElementById("game");
    const fight = (window.fight = { on: 0, off: 0, rolled: false, faces: new Set(), nearest: Infinity, tried: false, man: men.figures.get(from).node });
    const timer = setInterval(() => {
      if (!fight.man.classList.contains("tried") || !men.figures.has(from)) return;
      fight.tried = true;
      fight.nearest = Math.min(fight.nearest, living.between(men.figures.get(from).at, from, to, 0.45));
    }, 5);
    node.addEventListener("pointerup", () => (fight.on = performance.now()), { capture: true });
    new MutationObserver((_, observer) => {
      const rolls = game.classList.contains("rolling");
      fight.rolled ||= rolls;
      if (rolls || !fight.rolled) return;
      fight.off = performance.now();
      clearInterval(timer);
      observer.disconnect();
    }).observe(game, { attributeFilter: ["class"] });
    new MutationObserver(() => {
      if (game.classList.contains("rolling")) fight.faces.add(document.querySelector("#game-told .dice")?.textContent);
    }).observe(document.getElementById("game-told"), { subtree: true, childList: true, characterData: true });
  },
};
return true;
