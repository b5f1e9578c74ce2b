// The film of a game: all its positions, fetched when somebody first looks back, out of which each ply is shown, told
// and followed without another question.

import { wordsOf } from "./told.js";

/** @import { FilmInfo, FilmPly, Ground, Man, Ply, Position, TableInfo } from "./types" */
/**
 * What is known of a ply: its position, and the plies that lead to it from what is seen; none if there is no way.
 *
 * @typedef {{ position: Position, ground: Ground, plies: Ply[] }} View
 */

const LATE = 1_000; // After so many milliseconds a picture shows the ply.

export class Film {
  /** `changed` learns that it has come. @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.of = ""; // Of which game, from which side, in which theme.
    /** @type {FilmInfo | null} */
    this.film = null;
    /** The table for which it could not be had, or is fetched. @type {TableInfo | null} */
    this.asked = null;
    this.coming = false; // Whether it is worth to wait for it.
  }

  /** The table has come anew: what has been played since goes to the end. @param {TableInfo} info */
  take(info) {
    const { film } = this;
    if (this.asked?.board.lines !== info.board.lines) this.asked = null; // What is on its way would lack it.
    if (!film || this.of !== key(info) || !info.living) return;
    const { position: { men, ...marks }, film: fresh } = info.living;
    const known = film.plies.at(-1)?.lines ?? -1;
    // The position may have the marks of several plies.
    const { gone, under, over } = fresh.at(-1) ?? {};
    const isMarked = Boolean(gone || under || over);
    if (fresh.length && info.board.plies > 1 && !isMarked) return void (this.film = null);
    for (const [at, ply] of fresh.entries()) {
      if (ply.lines <= known) continue;
      const told = info.told[info.told.length - fresh.length + at];
      const last = at === fresh.length - 1 ? { ...(isMarked ? {} : marks), ground: info.living.ground, sides: info.sides } : {};
      film.plies.push({ ...ply, ...last, told: [told ?? wordsOf(ply, info.plies)] });
    }
    // A ply was taken back, or some are missing.
    if (film.plies.map(({ lines }) => lines).join() !== info.plies.map(([, lines]) => lines).join()) this.film = null;
  }

  /** The film of a table; `null` until it is there. @param {TableInfo} info @param {string | null | undefined} proof */
  found(info, proof) {
    if (this.of !== key(info)) {
      this.of = key(info);
      this.film = null;
    }
    if (!this.film && this.asked !== info) this.fetch(info, proof);
    return this.film;
  }

  /** @param {TableInfo} info @param {string | null | undefined} proof */
  async fetch(info, proof) {
    const { no, board, living } = info;
    if (!living) return;
    this.asked = info;
    this.coming = true;
    const { of } = this;
    const late = setTimeout(() => this.gives(), LATE);
    const run = /[?&]v=([^&]*)/u.exec(board.src)?.[1];
    const by = board.proof && proof ? `&by=${proof}` : "";
    const answer = await fetch(`/film/${no}.json?v=${run}&side=${board.side}&lines=${board.lines}&theme=${living.theme}${by}`).catch(() => null);
    /** @type {FilmInfo | null} */
    const film = answer?.ok ? await answer.json().catch(() => null) : null;
    clearTimeout(late);
    if (this.of !== of || this.asked !== info) return;
    this.film = film;
    this.gives();
  }

  /** It is there, or a picture is to be seen in its place. */
  gives() {
    this.coming = false;
    this.changed();
  }

  /**
   * What is known of a ply by its number, from 0 for the start; `had` is how much of the log was shown, if one goes there
   * from it.
   *
   * @param {TableInfo} info
   * @param {number} at
   * @param {number | null} had
   * @returns {View | "coming" | null}
   */
  view(info, at, had) {
    const { film } = this;
    if (!film && this.coming) return "coming";
    if (!film || this.of !== key(info) || at > film.plies.length) return null;
    /** @type {Map<string, Man>} */
    const men = new Map(film.start.men.map((man) => [man[0], man]));
    const { men: _, ...marks } = film.start;
    let last = { ...marks, ground: film.ground };
    for (const { off = [], on = [], gone, under, over, chips, ground = last.ground } of film.plies.slice(0, at)) {
      for (const cell of off) men.delete(cell);
      for (const man of on) men.set(man[0], man);
      last = { gone, under, over, chips, ground };
    }
    const { ground, ...seen } = last;
    return { position: { men: [...men.values()], ...seen }, ground, plies: had === null ? [] : way(film.plies, at, had) };
  }

  /** What stood beside the board at a ply: its words and dice, and what had been taken by then. @param {TableInfo} info @param {number} at */
  beside(info, at) {
    const { film } = this;
    if (!film || this.of !== key(info)) return info;
    const plies = film.plies.slice(0, at);
    const sides = plies.findLast((ply) => ply.sides)?.sides ?? film.start_sides;
    const told = plies.at(-1)?.told ?? [];
    return { ...info, told, sides: sides ? info.sides.map(({ name, clock }, seat) => ({ ...sides[seat], name, clock, bot: false })) : info.sides };
  }
}

/** @param {TableInfo} info */
const key = ({ no, board, living }) => [no, board.side, living?.theme].join();

/**
 * The plies by which one goes one on, or one back where that is a plain step; none else.
 *
 * @param {FilmPly[]} plies
 * @param {number} at
 * @param {number} had
 * @returns {Ply[]}
 */
function way(plies, at, had) {
  const before = plies.filter(({ lines }) => lines <= had).length;
  if (at === before + 1) return [plies[before]];
  const { step } = plies[at] ?? {};
  if (at !== before - 1 || !step?.from || !step.to || step.how || step.way) return [];
  return [{ lines: had, step: { from: step.to, to: step.from } }];
}
