// A board that the page draws itself: men who are moved, between what is marked under and over them, on the picture of
// the empty board.

import { Men, key } from "./men.js";
import { fadeOut, halfWay, isStill } from "./motion.js";
import { addressOf, pictureAt } from "./picture.js";
import { fetchSheet, hasSheet } from "./symbols.js";

/** @import { Point } from "./draw.js" */
/** @import { Figure, Scene } from "./men.js" */
/** @import { Living, Move, Ply } from "./types" */
/** @typedef {Promise<[() => void, HTMLImageElement]>} Drawn */

const HELD = 1.08; // The size of a man who is dragged.
const PATIENCE = 5_000; // After so many milliseconds a picture of all takes its place.
const TINY = 22; // The pips of smaller men cannot be told apart, in pixels of the page.

export class LivingBoard extends Men {
  /**
   * `changed` learns that what it is drawn of cannot be had, or has come late, `went` that another ply is seen, and
   * `rolls` whether dice roll.
   *
   * @param {HTMLElement} node
   * @param {HTMLElement} stage
   * @param {{ changed: () => void, went: () => void, rolls: (on: boolean) => void }} parts
   */
  constructor(node, stage, { changed, went, rolls }) {
    super(node);
    this.stage = stage;
    this.changed = changed;
    this.went = went;
    this.rolls = rolls;
    /** The picture of the empty board, and which one that is. @type {HTMLImageElement | null} */
    this.image = null;
    this.ground = this.key = "";
    /** The one before, that leaves. @type {HTMLImageElement | null} */
    this.leaving = null;
    this.coming = ""; // What is fetched.
    /** What has come too late, by the name of what was fetched. @type {{ coming: string, all: Drawn } | null} */
    this.overdue = null;
    this.playing = Promise.resolve(); // The plies that are played.
    /** That of which something could not be had. @type {Living | null} */
    this.broken = null;
    this.seen = ""; // The scene, to tell whether another one differs.
    /** What is to be seen once all is there. @type {Scene | null} */
    this.next = null;
    /** The man under the pointer. @type {Figure | null} */
    this.held = null;
    this.across = 0; // The width of the board in pixels of the page; 0 if that is not known.
    this.width = 0; // The same in pixels of the screen.
    this.behind = 0; // How many plies are still to be seen behind the one that is.
    this.isFirst = false; // Whether that is the first of them.
    document.addEventListener("visibilitychange", () => document.hidden && this.now());
  }

  /** Whether it is what stands on the stage. */
  get isOn() {
    return this.image !== null && this.image.parentNode === this.stage && this.scene !== null;
  }

  /** Shows a scene, as soon as what it is drawn of is there; `false` if that cannot be had. @param {Scene} scene */
  show(scene) {
    const { living, board, proof, ground } = scene;
    if (this.broken === living) return false;
    const seen = { board, across: this.across, theme: living.theme, proof };
    const wanted = addressOf(`${scene.of} ${ground.key}`, seen);
    const isSame = this.isOn && this.scene?.of === scene.of && hasSheet(living.sheet);
    if (isSame) this.take(scene);
    if (isSame && this.ground === wanted) this.coming = "";
    else this.fetch(scene, wanted, addressOf(ground.src, seen));
    return true;
  }

  /** Fetches what is missing. @param {Scene} scene @param {string} ground @param {string} address */
  async fetch(scene, ground, address) {
    const { living, board } = scene;
    this.next = scene;
    const coming = `${living.sheet} ${ground}`;
    if (this.coming === coming) return;
    this.coming = coming;
    const all = this.overdue?.coming === coming ? this.overdue.all
      : Promise.all([fetchSheet(living.sheet), pictureAt(address, board.frame)]);
    this.overdue = null;
    const late = new Promise((done) => setTimeout(done, PATIENCE));
    const found = await Promise.race([all, /** @type {Promise<undefined>} */ (late)]).catch(() => null);
    // A ground that changes does so once the man has arrived who causes it.
    if (this.coming === coming && this.motion.isOn && this.scene?.of === this.next?.of) await this.playing;
    if (this.coming !== coming) return; // Something else is wanted by now.
    this.coming = "";
    if (!found) {
      this.broken = living;
      all.then(() => this.mend(living, coming, all), () => {});
      return this.changed();
    }
    const [fill, image] = found;
    fill();
    this.ground = ground;
    if (this.next) this.stands(image, this.next);
  }

  /** What was missing has come after all. @param {Living} living @param {string} coming @param {Drawn} all */
  mend(living, coming, all) {
    if (this.broken !== living) return;
    this.broken = null;
    this.overdue = { coming, all };
    this.changed();
  }

  /** All is there. @param {HTMLImageElement} image @param {Scene} scene */
  stands(image, scene) {
    const { living: { theme, colours }, board: { frame } } = scene;
    for (const node of [this.under, this.over]) node.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    for (const [name, colour] of Object.entries(colours)) this.node.style.setProperty(`--${name}-mark`, colour);
    this.node.dataset.theme = theme;
    const { isOn, image: had } = this;
    const fades = this.scene?.of === scene.of && this.key !== scene.ground.key && !isStill();
    this.leaving?.remove();
    if (isOn) had?.replaceWith(image);
    else this.stage.replaceChildren(image, this.under, this.place, this.over);
    if (isOn && had && fades) this.fade(had, image);
    this.image = image;
    this.key = scene.ground.key;
    if (!isOn || this.scene?.of !== scene.of) this.leave();
    this.take(scene);
    this.went();
  }

  /** A ground of the same game fades over the one that takes its place. @param {HTMLImageElement} had @param {HTMLImageElement} image */
  fade(had, image) {
    had.alt = "";
    had.className = "leaves";
    image.after(had);
    fadeOut(had).onfinish = () => {
      had.remove();
      if (this.leaving === had) this.leaving = null;
    };
    this.leaving = had;
  }

  /** What was seen leads to nothing that comes. */
  leave() {
    this.leaving?.remove();
    this.motion.stop();
    this.tried = this.held = this.scene = null;
    this.seen = "";
    this.behind = 0;
    this.isFirst = false;
    this.rolls(false);
    for (const { node } of this.figures.values()) node.remove();
    this.figures.clear();
    this.marked.clear();
  }

  /** Goes to a scene from the one that is seen. @param {Scene} scene */
  take(scene) {
    const { of, position, lines } = scene;
    if (this.image && this.image.alt !== scene.alt) this.image.alt = scene.alt;
    const width = Math.round(this.across * devicePixelRatio);
    const isOther = this.width !== width || this.scene?.of !== of;
    this.width = width;
    if (isOther) this.measure(scene, width);
    if (isOther) this.place.style.setProperty("--pips", this.box.size < TINY * devicePixelRatio ? "none" : "inline");
    const seen = JSON.stringify([of, lines, position]);
    if (seen === this.seen) {
      if (!scene.waits) this.untry();
      if (isOther && !this.motion.isOn && !this.held && !this.tried) this.stand();
      return;
    }
    this.now();
    const had = this.scene;
    this.scene = scene;
    this.seen = seen;
    this.drop();
    this.plan([]);
    const plies = had && !isStill() ? scene.plies : [];
    const [first] = plies;
    if (this.tried && !(first?.step && this.isTried(first.step))) this.untry();
    if (plies.length) this.playing = this.play(plies, scene.fast);
    else this.settle();
  }

  /** @param {NonNullable<Ply["step"]>} step */
  isTried({ from, to }) {
    return this.tried !== null && key(from ?? "") === key(this.tried.move.from) && key(to ?? "") === key(this.tried.move.to);
  }

  /** Plays plies one after the other. @param {Ply[]} plies @param {boolean} isFast */
  async play(plies, isFast) {
    const run = this.motion.begin();
    for (const [at, ply] of plies.entries()) {
      this.behind = plies.length - 1 - at;
      this.isFirst = at === 0;
      this.went();
      await this.motion.act(this, ply, isFast, run);
      await new Promise((done) => setTimeout(done)); // The frame in which he arrives has enough to do.
      if (this.motion.run !== run) return;
      for (const cell of ply.off ?? []) this.men.delete(key(cell));
      for (const man of ply.on ?? []) this.men.set(key(man[0]), man);
      if (!this.behind) continue;
      this.tried = null;
      this.stand();
      this.mark(ply);
      this.node.dataset.lines = String(ply.lines);
      if (ply.step?.rolls) await this.motion.rest();
      if (this.motion.run !== run) return;
    }
    this.motion.end();
    this.settle();
    this.went();
  }

  /** All that is on its way has arrived. */
  now() {
    if (!this.motion.isOn) return;
    this.motion.stop();
    this.settle();
    this.went();
  }

  settle() {
    const { scene } = this;
    if (!scene) return;
    this.behind = 0;
    this.isFirst = false;
    this.tried = null;
    this.rolls(false);
    this.men = new Map(scene.position.men.map((man) => [key(man[0]), man]));
    this.stand();
    this.mark(scene.position);
    this.node.dataset.lines = String(scene.lines);
  }

  /**
   * A move of this person is on its way: its man stands there at once; to a fight he goes half of the way.
   *
   * @param {Move} move
   * @param {string | undefined} look That of a man from the hand.
   */
  try(move, look) {
    const { from, to, odds } = move;
    if (!this.isOn) return;
    this.now();
    this.untry();
    this.plan([]);
    const figure = from ? this.figures.get(key(from)) : look && this.figure(key(to));
    const [there, home] = [this.middle(to), this.middle(from)];
    if (!figure || !there) return;
    const half = odds !== undefined && home !== null;
    this.tried = { move, figure, half, victim: undefined, since: performance.now() };
    if (!from && look) this.dress(figure, [to, look], look);
    figure.node.classList.add("tried");
    if (half) {
      this.motion.slide(this, figure, [halfWay(home, there)], { short: true });
      this.rolls(!isStill());
      return;
    }
    const victim = this.figures.get(key(to));
    if (victim && victim !== figure) {
      this.tried.victim = victim;
      victim.node.style.visibility = "hidden";
    }
    this.figures.delete(key(from));
    this.figures.set(key(to), figure);
    figure.node.dataset.cell = to;
    this.put(figure, there);
  }

  /** What was tried is not played: the man goes back. */
  untry() {
    const { tried } = this;
    if (!tried) return;
    this.tried = null;
    this.rolls(false);
    const { move: { from, to }, figure, half, victim } = tried;
    figure.node.classList.remove("tried");
    if (!half) {
      this.figures.delete(key(to));
      if (victim) {
        victim.node.style.visibility = "";
        this.figures.set(key(to), victim);
      }
      if (from) this.figures.set(key(from), figure);
      else figure.node.remove();
    }
    figure.node.dataset.cell = from;
    const home = this.middle(from);
    if (home) this.motion.slide(this, figure, [home]);
  }

  /** Takes a man into the hand, or one from there. @param {string} cell @param {string | undefined} look */
  hold(cell, look) {
    if (!this.isOn || this.held) return;
    this.now();
    this.held = this.figures.get(key(cell)) ?? (look ? this.figure(cell) : null);
    if (look && this.held) this.dress(this.held, [cell, look], look);
    this.held?.node.classList.remove("ahead");
    this.held?.node.classList.add("held");
  }

  /** The pointer has gone to a point. @param {Point} point */
  drag(point) {
    if (this.held) this.put(this.held, point, HELD);
  }

  /** The man in the hand is let go, unless he has been moved: he goes back. */
  drop() {
    const { held } = this;
    if (!held) return;
    this.held = null;
    held.node.classList.remove("held");
    if (this.tried?.figure === held) return;
    const [at] = [...this.figures].find(([, figure]) => figure === held) ?? [];
    const home = this.middle(at);
    if (home) this.motion.slide(this, held, [home]);
    else {
      held.node.remove();
      this.figures.delete(at ?? "");
    }
    this.ahead();
  }
}
