// The men of a living board, and the marks under and over them.

import { middleOf } from "./draw.js";
import { Motion } from "./motion.js";
import { manBox, manParts, markNodes, svg } from "./symbols.js";

/** @import { Point } from "./draw.js" */
/** @import { Ground, Living, Man, Marks, Move, Ply, Position, TableInfo } from "./types" */
/**
 * What is to be seen: a position of a game from one side, and the plies that lead to it from what was seen before,
 * `fast` if somebody goes through them. `waits` while a move of this person is on its way.
 *
 * @typedef {{
 *   of: string,
 *   board: TableInfo["board"],
 *   living: Living,
 *   ground: Ground,
 *   position: Position,
 *   lines: number,
 *   plies: Ply[],
 *   fast: boolean,
 *   waits: boolean,
 *   alt: string,
 *   proof: string | null | undefined,
 * }} Scene
 */
/**
 * A man on the board, where he is seen, and the cell in which he stands there, unless he is on his way or in a hand.
 *
 * @typedef {{ node: SVGGraphicsElement, look: string, at: Point, cell: string }} Figure
 */
/**
 * A move of this person that is seen before it is played: its man stands there already, or has gone half of the way to
 * a fight.
 *
 * @typedef {{ move: Move, figure: Figure, half: boolean, victim: Figure | undefined, since: number }} Tried
 */

/** How a cell is known here. @param {string} cell */
export const key = (cell) => cell.toLowerCase();

export class Men {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    this.motion = new Motion(node);
    this.under = svg("svg", { class: "under", "aria-hidden": "true" });
    this.over = svg("svg", { class: "over", "aria-hidden": "true" });
    this.chips = svg("g", { class: "chips" });
    this.place = document.createElement("div");
    this.place.className = "men";
    this.place.ariaHidden = "true";
    /** What is seen, or will be in a moment. @type {Scene | null} */
    this.scene = null;
    /** @type {Map<string, Figure>} */
    this.figures = new Map();
    /** The marks that are seen, by what they are drawn of. @type {Map<string, SVGGraphicsElement[]>} */
    this.marked = new Map();
    /** The men who stand there, without what is on its way. @type {Map<string, Man>} */
    this.men = new Map();
    /** @type {Tried | null} */
    this.tried = null;
    this.pixels = 1; // Of the screen, for each of the frame.
    /** The boxes of men in pixels of the screen: half the circle in a cell, a box's side, and how far it lies from the circle. */
    this.box = { half: 0, size: 1, away: [0, 0] };
    /** The cells of moves that wait for their turn, two for each. @type {string[]} */
    this.planned = [];
  }

  /** Puts the men where they stand: whoever is there already stays who he is, and is not touched. */
  stand() {
    const gone = new Set(this.figures.values());
    /** Who stands before another one covers him. @type {Set<Element>} */
    const standing = new Set();
    for (const [at, man] of this.men) {
      const [cell, look, badges = ""] = man;
      const had = this.figures.get(at);
      const point = had?.cell === cell ? had.at : this.middle(cell);
      if (!point) continue;
      const figure = had ?? this.figure(at);
      gone.delete(figure);
      standing.add(figure.node);
      this.dress(figure, man, `${look} ${badges}`.trim());
      if (figure.cell === cell) continue;
      figure.node.dataset.cell = cell;
      figure.node.classList.remove("tried", "moves", "ahead");
      this.put(figure, point);
      figure.cell = cell;
    }
    for (const [at, figure] of this.figures) if (gone.has(figure)) this.figures.delete(at);
    // Whoever was taken by what was tried is on no cell.
    for (const node of [...this.place.children]) if (!standing.has(node) && !this.motion.fades(node)) node.remove();
    this.order(standing);
    this.ahead();
  }

  /** Brings men into their order, by moving as few as that takes: each is drawn anew then. @param {Iterable<Element>} standing */
  order(standing) {
    let here = this.place.firstElementChild;
    for (const node of standing) {
      if (here && here !== node && here.nextElementSibling === node) {
        this.place[this.motion.fades(here) ? "prepend" : "append"](here);
        here = node;
      }
      if (here === node) here = node.nextElementSibling;
      else this.place.insertBefore(node, here);
    }
  }

  /** A new man. @param {string} at @returns {Figure} */
  figure(at) {
    /** @type {Figure} */
    const figure = { node: manBox(), look: "", at: [0, 0], cell: "" };
    this.figures.set(at, figure);
    this.place.append(figure.node);
    return figure;
  }

  /** @param {Figure} figure @param {Man} man @param {string} look */
  dress(figure, man, look) {
    if (figure.look === look || !this.scene) return;
    figure.look = figure.node.dataset.look = look;
    figure.node.replaceChildren(...manParts(man, this.scene.living));
  }

  /** Marks that are seen already stay, as they are. @param {Marks} marks */
  mark(marks) {
    if (!this.scene) return;
    const { under, over, chips, all } = markNodes(marks, this.scene.living.colours, this.marked);
    this.marked = all;
    fill(this.under, under);
    fill(this.chips, chips);
    fill(this.over, [...over, this.chips]);
  }

  /** @param {string | undefined} cell */
  middle(cell) {
    return this.scene && cell ? middleOf(this.scene.board.frame, cell) : null;
  }

  /**
   * How a man is moved to a point, in parts of himself, so that nothing is laid out: onto whole pixels of the screen, as
   * the program's pictures have him.
   *
   * @param {Point} point
   */
  transform(point, scale = 1) {
    const { half, size, away } = this.box;
    const [right, down] = point.map((at, axis) => {
      const corner = Math.round(Math.round(at * this.pixels - half) + away[axis]);
      return `${((100 * corner) / size).toFixed(3)}%`;
    });
    return `translate(${right}, ${down})${scale === 1 ? "" : ` scale(${scale})`}`;
  }

  /** The board is shown so many pixels of the screen wide: the boxes of its men. @param {Scene} scene @param {number} width */
  measure({ board: { frame }, living: { stand: [circle, reach, across, down] } }, width) {
    this.pixels = width / frame.width;
    const shown = (circle * width) / frame.width; // A half has to stay one.
    const whole = Math.round(shown);
    const size = Math.max(1, Math.floor(whole * reach));
    this.box = { half: shown / 2, size, away: [across, down].map((part) => whole * (0.5 - reach * part)) };
    this.place.style.setProperty("--man", `${(100 * size) / width}%`);
    for (const figure of this.figures.values()) figure.cell = "";
  }

  /** @param {Figure} figure @param {Point} point */
  put(figure, point, scale = 1) {
    this.motion.halt(figure.node);
    figure.at = point;
    figure.cell = "";
    figure.node.style.transform = this.transform(point, scale);
  }

  /** Moves that wait for their turn are seen as if they were played. @param {string[]} cells */
  plan(cells) {
    if (cells.join() === this.planned.join()) return;
    for (const [at, figure] of this.figures) {
      const home = figure.node.classList.contains("ahead") && this.middle(at);
      if (home) this.put(figure, home);
      figure.node.classList.remove("ahead");
    }
    this.planned = cells;
    if (!this.motion.isOn && !this.tried) this.ahead();
  }

  ahead() {
    for (let at = 0; at + 1 < this.planned.length; at += 2) {
      const [figure, there] = [this.figures.get(key(this.planned[at])), this.middle(this.planned[at + 1])];
      if (!figure || !there || figure.node.classList.contains("ahead")) continue;
      figure.node.classList.add("ahead");
      this.put(figure, there);
    }
  }
}

/** Has these nodes in their order, and touches none that is there already. @param {Element} parent @param {Element[]} nodes */
function fill(parent, nodes) {
  const stay = new Set(nodes);
  for (const node of [...parent.children]) if (!stay.has(node)) node.remove();
  let here = parent.firstElementChild;
  for (const node of nodes) {
    if (here === node) here = node.nextElementSibling;
    else parent.insertBefore(node, here);
  }
}
