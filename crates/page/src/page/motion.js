// How men move on a living board: they slide, fade, and wait for the dice.

import { settings } from "./settings.js";

/** @import { Point } from "./draw.js" */
/** @import { LivingBoard } from "./living.js" */
/** @import { Figure } from "./men.js" */
/** @import { Ply, Step } from "./types" */

// Milliseconds.
const SLIDE = 150;
const SHORT = 80; // To where a man waits for the dice.
const LONGEST = 400; // For a way over several cells.
const FADE = 180;
const ROLL = 400;
const REST = 400; // In which dice are read before the reply.
const HALF = 0.45; // The part of the way to a fight after which a man waits for the dice.
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing is to move. */
export const isStill = () => CALM.matches || settings.still || document.hidden;

export class Motion {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    this.run = 0; // Which one is played; another one ends it.
    this.isOn = false;
    /** @type {Map<Element, Animation>} */
    this.moving = new Map();
    /** Men who were taken. @type {Map<Element, Animation>} */
    this.fading = new Map();
  }

  begin() {
    this.isOn = true;
    this.tell();
    return ++this.run;
  }

  end() {
    this.isOn = false;
    this.tell();
  }

  /** Everything is where it was to go. */
  stop() {
    this.run += 1;
    for (const animation of [...this.moving.values(), ...this.fading.values()]) animation.finish();
    for (const node of this.fading.keys()) node.remove();
    this.fading.clear();
    this.moving.clear();
    this.end();
  }

  /** A man goes no further where he went. @param {Element} node */
  halt(node) {
    this.moving.get(node)?.cancel();
    this.moving.delete(node);
  }

  tell() {
    this.node.toggleAttribute("data-moving", this.isOn || this.moving.size + this.fading.size > 0);
  }

  rest() {
    return new Promise((done) => setTimeout(done, REST));
  }

  /** @param {Element} node */
  fades(node) {
    return this.fading.has(node);
  }

  /**
   * Slides a man over points; done when he is there.
   *
   * @param {LivingBoard} board
   * @param {Figure} figure
   * @param {Point[]} points
   */
  async slide(board, figure, points, { fast = false, short = false } = {}) {
    const way = [figure.at, ...points].map((point) => ({ transform: board.transform(point) }));
    board.put(figure, points[points.length - 1]);
    if (isStill()) return;
    const duration = short ? SHORT : fast ? SLIDE : Math.min(LONGEST, SLIDE * points.length);
    const animation = figure.node.animate(way, { duration, easing: points.length > 1 ? "linear" : "ease-out" });
    this.moving.set(figure.node, animation);
    this.tell();
    await animation.finished.catch(() => {});
    if (this.moving.get(figure.node) === animation) this.moving.delete(figure.node);
    this.tell();
  }

  /** A man leaves the board. @param {LivingBoard} board @param {string} cell */
  async fade(board, cell) {
    const { node } = board.figures.get(cell) ?? {};
    board.figures.delete(cell);
    if (!node) return;
    if (isStill()) return node.remove();
    const animation = fadeOut(node);
    this.fading.set(node, animation);
    this.tell();
    await animation.finished.catch(() => {});
    this.fading.delete(node);
    node.remove();
    this.tell();
  }

  /** Those who are taken fade. @param {LivingBoard} board @param {string[]} cells */
  taken(board, cells) {
    for (const cell of cells.map((one) => one.toLowerCase())) {
      if (board.figures.get(cell) !== board.tried?.figure) this.fade(board, cell);
    }
  }

  /**
   * Shows what happened in a ply; its men have the looks from before.
   *
   * @param {LivingBoard} board
   * @param {Ply} ply
   * @param {boolean} fast
   * @param {number} run
   */
  async act(board, { step }, fast, run) {
    const { tried } = board;
    if (!step) return;
    const [from, to] = [step.from ?? "", step.to ?? ""].map((cell) => cell.toLowerCase());
    const figure = tried?.figure ?? board.figures.get(from);
    const [home, there] = [board.middle(step.from), board.middle(step.to)];
    if (!figure || !home || !there || (tried && !tried.half)) return this.taken(board, step.taken ?? []);
    figure.node.classList.add("moves");
    if (step.rolls && !fast) await this.roll(board, figure, { home, there }, run);
    if (this.run !== run) return;
    await this.arrive(board, figure, step, { home, there, fast });
    figure.node.classList.remove("moves");
    if (this.run !== run || step.how) return;
    board.figures.delete(from);
    board.figures.set(to, figure);
  }

  /**
   * A man waits half-way for the dice.
   *
   * @param {LivingBoard} board
   * @param {Figure} figure
   * @param {{ home: Point, there: Point }} way
   * @param {number} run
   */
  async roll(board, figure, { home, there }, run) {
    const since = board.tried?.since ?? performance.now();
    board.rolls(true);
    if (!board.tried) await this.slide(board, figure, [halfWay(home, there)], { short: true });
    const rest = ROLL - (performance.now() - since);
    if (rest > 0) await new Promise((done) => setTimeout(done, rest));
    if (this.run === run) board.rolls(false);
  }

  /**
   * He goes in, or back, or is lost.
   *
   * @param {LivingBoard} board
   * @param {Figure} figure
   * @param {Step} step
   * @param {{ home: Point, there: Point, fast: boolean }} way
   */
  async arrive(board, figure, { from = "", to = "", how, way, rolls, taken = [], merged }, { home, there, fast }) {
    if (!how) {
      this.taken(board, taken);
      if (!merged && board.figures.get(to.toLowerCase()) !== figure) this.taken(board, [to]);
      return this.slide(board, figure, way && !rolls ? way.slice(1) : [there], { fast });
    }
    // Whoever goes through the plies sees him go and come.
    if (fast || !rolls) await this.slide(board, figure, [halfWay(home, there)], { short: true });
    if (how === "push") return this.slide(board, figure, [home], { fast });
    return this.fade(board, from.toLowerCase());
  }
}

/** What is there is not seen any more. @param {Element} node */
export const fadeOut = (node) => node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, fill: "forwards" });

/** Where a man waits for the dice. @param {Point} home @param {Point} there @returns {Point} */
export const halfWay = ([x, y], [u, v]) => [x + (u - x) * HALF, y + (v - y) * HALF];
