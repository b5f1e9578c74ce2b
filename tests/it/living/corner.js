// Boards that no table has: the page's own scripts draw them in the corner of the window, over all else.
const { Stage } = await import("/stage.js");
const { Film } = await import("/film.js");
const { styled } = await import("/dom.js");
await styled("/table.css");

/** The smallest picture there is. */
const BLANK = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7#";

const node = document.createElement("div");
Object.assign(node.style, { position: "fixed", left: 0, top: 0, overflow: "hidden", zIndex: 99 });
document.body.append(node);
const stage = new Stage(node, { painted() {}, went() {}, rolls() {} });
const { living: men } = stage;
const probe = document.createElement("div");
let boards = 0;

/** The table that would have a board, and a game of so many plies. */
const tableOf = ({ living, frame, whole, side }, plies) => {
  const lines = plies.at(-1)?.lines ?? 1;
  const board = { frame, whole, side, lines, plies: 1, src: "/board/0.png?v=run", face: living.theme, theme: null, proof: false, alt: "" };
  return { no: ++boards, living, board, sides: [], told: [], plies: plies.map((ply) => ["", ply.lines, null, 0]) };
};

/** Waits until something is so; what never is ends with the test's patience. */
const until = async (isSo) => {
  while (!isSo()) {
    if (men.broken) throw new Error("something could not be had");
    await new Promise(requestAnimationFrame);
  }
};

/** Shows a table's own position. */
const shows = async (info) => {
  stage.clear();
  node.style.width = `${info.board.frame.width}px`;
  stage.show({ info, proof: null, lines: null, view: null, waits: false });
  await until(() => men.isOn && men.scene.of.startsWith(`${info.no},`));
};

/** The men who are seen: their cells, and what they look like; and a word for each who stands elsewhere than on his cell. */
const seen = () => [...node.querySelectorAll(".men > *")].map((man) => {
  const { cell, look } = man.dataset;
  probe.style.transform = men.transform(men.middle(cell));
  return man.style.transform === probe.style.transform ? [cell, look] : [cell, look, "stands elsewhere"];
}).sort();

window.corner = {
  /** Draws a board and gives the boxes of the words on it. */
  async draws(board) {
    await shows(tableOf(board, []));
    return [...node.querySelectorAll("text")].map((word) => {
      const at = word.getBoundingClientRect();
      return [at.x - 1, at.y - 1, at.width + 2, at.height + 2];
    });
  },
  /** Goes through a whole game forwards and back; gives how often others were seen than the men of a ply, and the first time. */
  async goesThrough(board, film, plies) {
    const blank = (name, value) => (name === "src" ? BLANK : value);
    const [info, text] = [tableOf(JSON.parse(board, blank), film.plies), JSON.stringify(film)];
    const { fetch } = window;
    window.fetch = async (address) => (address.startsWith("/film/") ? { ok: true, json: async () => JSON.parse(text, blank) } : fetch(address));
    const known = new Film(() => {});
    known.found(info, null);
    await until(() => known.film !== null);
    window.fetch = fetch;
    await shows(info);
    const faults = [];
    let had = info.board.lines;
    const goes = (at, way) => {
      const lines = at ? film.plies[at - 1].lines : film.plies[0].lines - 1;
      stage.show({ info, proof: null, lines, view: known.view(info, at, had), waits: false });
      had = lines;
      const [now, all] = [seen(), plies[at].toSorted()];
      if (JSON.stringify(now) !== JSON.stringify(all)) faults.push([way, at, now, all]);
    };
    for (let at = 0; at < plies.length; at++) goes(at, "on");
    for (let at = plies.length - 2; at >= 0; at--) goes(at, "back");
    return { steps: 2 * plies.length - 1, faults: faults.length, first: faults[0] ?? null };
  },
};
return true;
