// The board of a table: its picture, what is marked on it, and how men are moved by mouse, finger and keyboard.

import { cellAt, cellShapes, dot, el, nextCell, pick } from "./draw.js";
import { nameTheme } from "./settings.js";
import { isRight, Stage } from "./stage.js";

/** @import { View } from "./film.js" */
/** @import { SetUp } from "./set-up.js" */
/** @import { Frame, Move, TableInfo } from "./types" */
/** @typedef {string | null | undefined} MaybeCell */

const FAR = 8; // From so many pixels on, a pointer drags.
/** @type {Record<string, [right: number, down: number] | undefined>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const HAND = "hand"; // Where men stand who come from there.

export class Board {
  /**
   * `play` takes a move; `choose` several of them that look alike; `refused` a cell that was chosen and one that
   * cannot be reached from it; `plan` the two cells of a move that is made before it is one's turn, or `null` if it is
   * taken back; `chosen` the cell whose man is chosen now; `tell` says something to who does not see it; `busy` tells
   * whether a move is on its way, behind which none is made. `setUp` has the ways of men who are arranged. `went` learns
   * that the men show another ply, `rolls` whether dice roll.
   *
   * @param {HTMLElement} node
   * @param {{
   *   play: (move: Move) => void,
   *   choose: (moves: Move[]) => void,
   *   refused: (from: string | null, to: string) => void,
   *   plan: (cells: [from: string, to: string] | null) => void,
   *   chosen: (cell: string | null) => void,
   *   tell: (text: string) => void,
   *   busy: () => boolean,
   *   setUp: SetUp,
   *   went: () => void,
   *   rolls: (on: boolean) => void,
   * }} parts
   */
  constructor(node, { play, choose, refused, plan, chosen, tell, busy, setUp, went, rolls }) {
    this.node = node;
    this.play = play;
    this.choose = choose;
    this.refused = refused;
    this.plan = plan;
    this.chosen = chosen;
    this.tell = tell;
    this.busy = busy;
    this.setUp = setUp;
    this.marks = el("div", { class: "marks", "aria-hidden": "true" });
    this.stage = new Stage(node, { painted: () => this.draw(), went, rolls });
    this.living = this.stage.living;
    node.append(this.marks);
    /** @type {TableInfo | null} */
    this.info = null;
    /** How much of the log is shown, where that is not all. @type {number | null} */
    this.lines = null;
    /** The cell whose man is chosen. @type {string | null} */
    this.from = null;
    /** The one that was told last. @type {string | null} */
    this.told = null;
    /** Where the keyboard is. @type {string | null} */
    this.cursor = null;
    this.byKeys = false; // Whether the keyboard was used last.
    /** The cells that are typed in the message box. @type {string[]} */
    this.typed = [];
    /** The cells of moves that wait for their turn. @type {string[]} */
    this.planned = [];
    /** Those of moves that are on their way. @type {string[]} */
    this.sent = [];
    /** Those that are marked: a move is on its way until it is seen. @type {string[]} */
    this.unseen = [];
    this.recalls = /** @type {string[] | null} */ (null); // Those of the move that a tap takes back.
    this.planning = false; // Whether a move is made for later, although it may be this person's turn.
    /** Where a pointer went down. @type {{ cell: string, x: number, y: number, drags: boolean, had: string | null } | null} */
    this.press = null;
    this.over = /** @type {string | null} */ (null); // The cell over which a man is held who can go there.
    node.addEventListener("pointerdown", (event) => this.down(event));
    node.addEventListener("pointermove", (event) => this.move(event));
    node.addEventListener("pointerup", (event) => this.up(event));
    node.addEventListener("pointercancel", (event) => event.isPrimary && this.drop());
    node.addEventListener("pointerleave", () => this.hover(null));
    node.addEventListener("keydown", (event) => this.key(event));
    for (const kind of ["focus", "blur"]) node.addEventListener(kind, () => this.draw());
  }

  /**
   * Shows a position: the table's own, or with `lines` an earlier one, on which nothing can be moved; `view` is what is
   * known of that, or of the way to the position now.
   *
   * @param {TableInfo} info
   * @param {string | null | undefined} proof
   * @param {number | null} lines
   * @param {View | "coming" | null} view
   */
  show(info, proof, lines = null, view = null) {
    if (this.info?.no !== info.no) {
      this.stage.clear();
      this.unseen = [];
    }
    const other = this.info?.no !== info.no || this.info.board.lines !== info.board.lines;
    Object.assign(this, { info, lines });
    if (other || lines !== null) {
      this.from = null;
      this.drop();
    }
    this.setUp.show(info);
    if (this.from) this.load(this.from);
    const { frame } = info.board;
    this.node.style.aspectRatio = `${frame.width} / ${frame.height}`;
    this.node.parentElement?.style.setProperty("--shape", String(frame.width / frame.height));
    this.node.classList.toggle("mine", this.canMove() || this.canPlan());
    nameTheme(info.board.theme, info.board.face);
    this.stage.show({ info, proof, lines, view, waits: this.sent.length > 0 });
    this.draw();
  }

  canMove() {
    return this.lines === null && !this.planning && this.info !== null && this.info.moves.length + this.info.movable.length > 0;
  }

  /** Whether a move can be made for later: it is somebody else's turn in a game of this person whose men stand. */
  canPlan() {
    const { info } = this;
    if (!info || this.lines !== null) return false;
    return this.planning || (info.mine && info.running && !info.waits && (info.plan !== null || info.plies.length > 0));
  }

  /** The moves from a cell. @param {MaybeCell} cell */
  movesFrom(cell) {
    if (!this.canMove() || !this.info || !cell) return [];
    return [...this.info.moves.filter((move) => same(move.from || HAND, cell)), ...this.setUp.from(cell)];
  }

  /** Whether a man stands on a cell who can be moved. @param {string} cell */
  canLeave(cell) {
    return this.movesFrom(cell).length > 0 || (this.canMove() && this.setUp.waits(cell));
  }

  /** Shows where a man can go who is arranged, or moved before his turn, once that is known. @param {string} cell */
  async load(cell) {
    if (!this.canPlan() && !this.setUp.waits(cell)) return;
    await (this.canPlan() ? this.setUp.look(cell) : this.setUp.load(cell));
    this.draw();
  }

  /** What is typed in the message box, seen on the board. @param {string[]} squares */
  mark(squares) {
    this.typed = squares;
    this.draw();
    if (squares.length === 1 && !this.canPlan()) this.load(squares[0]);
  }

  draw() {
    if (!this.info) return;
    const { frame } = this.info.board;
    /** @type {(HTMLElement | null)[]} */
    const nodes = [];
    if (this.lines === null && this.sent.length) this.unseen = this.sent;
    else if (this.stage.isPainted) this.unseen = [];
    const chosen = this.from ?? (this.typed.length === 1 ? this.typed[0] : null);
    if (this.lines === null) {
      for (const cell of new Set([this.from, ...this.typed])) if (cell) nodes.push(pick(frame, cell));
      for (const move of unlike(chosen ? this.movesFrom(chosen) : [])) nodes.push(...this.target(frame, move));
      if (this.from && this.canPlan()) for (const to of this.setUp.reach(this.from)) nodes.push(...this.target(frame, { to }));
      nodes.push(...this.planned.map((cell) => pick(frame, cell, "planned")));
      if (this.over) nodes.push(pick(frame, this.over, "lit"));
    }
    this.living.plan((this.lines === null && this.recalls) || []); // What waits for a condition may not come.
    this.stage.node.classList.toggle("choosing", chosen !== null);
    nodes.push(...this.unseen.map((cell) => pick(frame, cell, "sent")));
    if (this.cursor && this.byKeys && document.activeElement === this.node) nodes.push(pick(frame, this.cursor, "cursor"));
    if (nodes.length || this.marks.firstChild) this.marks.replaceChildren(...nodes.filter((node) => node !== null));
    if (this.from === this.told) return;
    this.told = this.from;
    this.chosen(this.from);
  }

  /**
   * Where a man could go: a dot, or around a man who stands there a frame, with the chance of a hit.
   *
   * @param {Frame} frame
   * @param {Pick<Move, "to" | "odds">} move
   */
  target(frame, move) {
    if (!this.manOn(move.to)) return [dot(frame, move.to)];
    const ring = pick(frame, move.to, "aim");
    if (ring && move.odds !== undefined) ring.append(el("span", { class: "odds" }, `${move.odds} %`));
    return [ring];
  }

  /** @param {MaybeCell} cell */
  manOn(cell) {
    return this.info?.men.find(([at]) => same(at, cell))?.[1] ?? null;
  }

  /** @param {MouseEvent} event */
  cellOf(event) {
    return this.info && cellAt(this.info.board.frame, ...this.pointOf(event));
  }

  /** Where the pointer is, in pixels of the frame. @param {MouseEvent} event @returns {[x: number, y: number]} */
  pointOf(event) {
    const shown = this.node.getBoundingClientRect();
    const { width = 0, height = 0 } = this.info?.board.frame ?? {};
    return [((event.clientX - shown.left) / shown.width) * width, ((event.clientY - shown.top) / shown.height) * height];
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (isRight(event)) return this.stage.presses(this.cellOf(event));
    if (!this.info || event.button || !event.isPrimary) return;
    this.stage.wipe();
    if (this.busy() || this.stage.isTurning) return;
    const cell = this.cellOf(event);
    if (!cell) return;
    this.cursor = cell;
    this.byKeys = false;
    const had = this.from;
    this.press = { cell, x: event.clientX, y: event.clientY, drags: false, had };
    if (this.canPlan() ? !had && this.manOn(cell) : this.canLeave(cell) && !this.reaches(had, cell)) this.grip(event, cell);
  }

  /** A man is chosen, and follows the pointer from now on. @param {PointerEvent} event @param {string} cell */
  grip(event, cell) {
    this.from = cell;
    this.load(cell);
    this.node.setPointerCapture(event.pointerId);
    this.draw();
  }

  /** The token of a man in the hand is pressed. @param {PointerEvent} event */
  grab(event) {
    if (event.button || !event.isPrimary || this.busy() || !this.canLeave(HAND)) return;
    event.preventDefault();
    this.press = { cell: HAND, x: event.clientX, y: event.clientY, drags: false, had: this.from };
    this.grip(event, HAND);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.info || !event.isPrimary) return;
    if (!this.press) return void (event.pointerType === "mouse" && this.hover(this.cellOf(event)));
    const { x, y, cell, drags } = this.press;
    if (this.from !== cell || (!drags && Math.hypot(event.clientX - x, event.clientY - y) < FAR)) return;
    this.press.drags = true;
    this.living.hold(cell, cell === HAND ? this.stage.token : undefined);
    this.living.drag(this.pointOf(event));
    const over = this.cellOf(event);
    const isReached = this.reaches(cell, over) || this.setUp.reach(cell).some((to) => same(to, over));
    if ((isReached ? over : null) === this.over) return;
    this.over = isReached ? over : null;
    this.draw();
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press } = this;
    if (isRight(event) && !press) this.stage.scribbles(this.cellOf(event));
    if (!press || !event.isPrimary) return;
    this.press = this.over = null;
    const cell = this.info && this.cellOf(event);
    if (event.button === 2) this.draw(); // The right button, pressed meanwhile, lets go of the man.
    else if (press.drags) this.arrive(press.cell, cell);
    else if (press.cell === HAND) same(press.had, HAND) ? this.clear() : this.draw();
    else this.tap(cell, press.had);
    this.living.drop(); // Unless he stands there by now.
  }

  drop() {
    this.press = this.over = null;
    this.living.drop();
  }

  /** The pointer is over a cell: what stands there is told by the board's title. @param {MaybeCell} cell */
  hover(cell) {
    const man = cell && this.manOn(cell);
    this.node.title = cell ? (man ? `${man}, ${cell}` : cell) : "";
    this.node.classList.toggle("over-man", Boolean(cell && (this.canLeave(cell) || this.reaches(this.from, cell))));
  }

  /**
   * Whether a move leads from one cell to another, or may do so where that is not known yet.
   *
   * @param {MaybeCell} from
   * @param {MaybeCell} to
   */
  reaches(from, to) {
    return Boolean(from && to && (this.setUp.waits(from) || this.movesFrom(from).some((move) => same(move.to, to))));
  }

  /**
   * A cell was tapped; `had` is the one that was chosen before.
   *
   * @param {MaybeCell} cell
   * @param {string | null} had
   */
  tap(cell, had) {
    if (!cell || same(had, cell)) return this.clear();
    if (this.canPlan()) {
      if (had) return this.arrive(had, cell);
      const man = this.manOn(cell);
      // Another man takes the place of the one who moves.
      const recalls = this.recalls && !this.planning && (!man || same(this.recalls[0], cell));
      this.from = !recalls && man ? cell : null;
      if (recalls) this.plan(null);
      else this.say(cell);
      return this.draw();
    }
    if (had && !(this.from && !same(this.from, had))) return this.arrive(had, cell);
    const drops = this.info && this.canMove() ? this.info.moves.filter((move) => !move.from && same(move.to, cell)) : [];
    if (this.canLeave(cell)) {
      this.from = cell;
      this.say(cell);
    } else if (drops.length) {
      this.from = null;
      this.choose(drops); // A man from the hand is not to come by a slip.
    } else {
      this.from = null;
      if (this.lines === null) this.refused(null, cell);
    }
    this.draw();
  }

  /**
   * A man is to go from one cell to another.
   *
   * @param {string} from
   * @param {MaybeCell} to
   */
  async arrive(from, to) {
    if (this.canPlan()) {
      this.from = null;
      if (to && !same(from, to)) this.plan([from, to]);
      return this.draw();
    }
    if (this.setUp.waits(from)) await this.load(from); // What is known is played at once.
    const fits = to ? this.movesFrom(from).filter((move) => same(move.to, to)) : [];
    this.from = null;
    this.draw();
    if (fits.length === 1) this.play(fits[0]);
    else if (fits.length) this.choose(fits);
    else if (to && !same(from, to)) this.refused(from === HAND ? null : from, to);
  }

  clear() {
    this.from = null;
    this.draw();
  }

  /** A cell in a few words: its man, and how many moves he has. @param {string} cell */
  brief(cell) {
    const man = this.manOn(cell);
    const moves = this.info?.movable.length ? 0 : unlike(this.movesFrom(cell)).length;
    return `${man ? `${man}, ` : ""}${cell}${moves ? `: ${moves} ${moves === 1 ? "move" : "moves"}` : ""}.`;
  }

  /** Tells a cell: its man, and where he can go if he is chosen or it is known. @param {string} cell */
  async say(cell) {
    if (this.from === cell) await this.load(cell);
    if (this.cursor !== cell) return;
    const man = this.manOn(cell);
    const to = unlike(this.movesFrom(cell)).map((move) => move.to + (move.odds === undefined ? "" : ` ${move.odds} percent`));
    this.tell(`${cell}${man ? `, ${man}` : ", empty"}${to.length ? `; can go to ${to.join(", ")}` : this.canLeave(cell) ? "; can be moved" : ""}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.info || event.ctrlKey || event.metaKey || event.altKey) return;
    this.byKeys = true;
    const step = STEPS[event.key];
    if (step) this.walk(step);
    else if (event.key === "Enter" || event.key === " ") this.busy() || this.tap(this.cursor, this.from);
    else if (event.key === "Escape") this.planning && !this.from ? this.plan(null) : this.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the keyboard's cell one cell on. @param {[right: number, down: number]} step */
  walk(step) {
    if (!this.info) return;
    const cells = cellShapes(this.info.board.frame);
    const here = cells.find(({ name }) => same(name, this.cursor));
    // The first step only shows where it begins: on the first man that can move.
    const begin = () => this.info?.moves.find((move) => move.from)?.from ?? this.info?.movable[0] ?? cells[0]?.name ?? null;
    this.cursor = here ? nextCell(cells, here, step).name : begin();
    if (this.cursor) this.say(this.cursor);
    this.draw();
  }
}

/**
 * @param {MaybeCell} one
 * @param {MaybeCell} other
 */
const same = (one, other) => Boolean(one && other && one.toLowerCase() === other.toLowerCase());

/** Of moves to one cell the first. @param {Move[]} moves */
const unlike = (moves) => moves.filter((move, at) => moves.findIndex((other) => same(other.to, move.to)) === at);
