// What is seen of a board below its marks: its men, whom the page draws itself, or where that cannot be had a picture
// of all. And what somebody scribbles over it with the right button.

import { el } from "./draw.js";
import { LivingBoard } from "./living.js";
import { addressOf, pictureAt } from "./picture.js";
import { settings, watch } from "./settings.js";

/** @import { View } from "./film.js" */
/** @import { Scene } from "./men.js" */
/** @import { Living, Move, Ply, TableInfo } from "./types" */
/**
 * What is to be seen: a table, or with `lines` an earlier ply of it, and what is known of that, or of the way to the
 * position now; `waits` while a move of this person is on its way.
 *
 * @typedef {{ info: TableInfo, proof: string | null | undefined, lines: number | null, view: View | "coming" | null, waits: boolean }} Sight
 */

const CONTRAST = matchMedia("(prefers-contrast: more)");

export class Stage {
  /**
   * `painted` learns that a picture is seen, `went` that the men show another ply, `rolls` whether dice roll.
   *
   * @param {HTMLElement} board
   * @param {{ painted: () => void, went: () => void, rolls: (on: boolean) => void }} parts
   */
  constructor(board, { painted, went, rolls }) {
    this.board = board;
    this.painted = painted;
    this.node = el("div", { class: "stage" });
    board.append(this.node);
    this.living = new LivingBoard(board, this.node, { changed: () => this.draw(), went: () => (painted(), went()), rolls });
    /** @type {Sight | null} */
    this.sight = null;
    this.wanted = this.seen = ""; // The address of the picture that is wanted, and of the one that is seen.
    /** The cell where the right button went down. @type {string | null} */
    this.right = null;
    /** @type {import("./scribble.js").Scribble | null} */
    this.scribble = null;
    new ResizeObserver(() => {
      this.living.across = board.clientWidth;
      this.draw();
    }).observe(board);
    watch("coordinates", () => this.draw());
    board.addEventListener("contextmenu", (event) => {
      const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
      if (!isTouch && (event.button === 2 || event.ctrlKey)) event.preventDefault(); // A key opens it as well.
    });
  }

  /** Whether what is wanted is seen, at least the first ply of it. */
  get isPainted() {
    return this.wanted === this.seen && !this.living.isFirst;
  }

  /** Whether the men still show another side's view than the one that is asked of them: a press would mean another cell. */
  get isTurning() {
    return this.living.isOn && this.living.scene?.board.side !== this.sight?.info.board.side;
  }

  /** The width of the board, as it was seen last: to ask for it lays out the whole page. */
  get across() {
    return (this.living.across ||= this.board.clientWidth);
  }

  /** A board of another shape would be cut. */
  clear() {
    this.living.across = 0;
    this.living.leave();
    this.node.replaceChildren();
    this.wipe();
  }

  /** @param {Sight} sight */
  show(sight) {
    if (this.sight?.info.board.side !== sight.info.board.side) this.wipe();
    this.sight = sight;
    this.draw();
  }

  draw() {
    const { sight } = this;
    if (!sight || !this.across) return;
    const { living } = sight.info;
    if (sight.view === "coming" && sight.lines !== null && this.living.isOn) return; // What is seen stays for a moment.
    const scene = living && this.scene(sight, living);
    if (!scene || !this.living.show(scene)) return this.picture(sight);
    this.wanted = this.seen = ""; // No picture that is on its way takes its place.
  }

  /** What the men are to show; `null` if that is not known. @param {Sight} sight @param {Living} living @returns {Scene | null} */
  scene({ info, proof, lines, view: known, waits }, living) {
    const view = known === "coming" ? null : known;
    if (lines !== null && !view) return null;
    const { board } = info;
    const of = [info.no, board.side, living.theme].join();
    const had = this.living.isOn && this.living.scene?.of === of ? this.living.scene.lines : null;
    const plies = view?.plies ?? (had === null || lines !== null ? [] : fresh(info, living.film, had));
    const { position, ground } = lines !== null && view ? view : living;
    const alt = lines === null ? board.alt : "";
    return { of, board, living, ground, position, lines: lines ?? board.lines, plies, fast: view !== null, waits, alt, proof };
  }

  /** The question for the table of a game: of what is known already only the plies behind that are wanted. @param {number} game @param {number | undefined} side */
  question(game, side) {
    const { info } = this.sight ?? {};
    // The lines of a board with one's own men count drafts.
    const isKnown = this.living.isOn && !info?.board.src.includes("&own=1") && info?.no === game && (side ?? info.board.side) === info.board.side;
    const have = isKnown ? info.board.lines : undefined;
    return { game, side, theme: settings.theme || undefined, contrast: CONTRAST.matches || undefined, have };
  }

  /** What a man from the hand looks like. */
  get token() {
    const [piece] = this.sight?.info.sides.find(({ turn }) => turn)?.hand ?? [];
    return piece && /([^/]+)\/([^/.]+)\.png/u.exec(piece.src)?.slice(1).join("-");
  }

  /** A move is on its way, and seen already. @param {Move} move */
  try(move) {
    this.living.try(move, move.from ? undefined : this.token);
  }

  /** Fetches a picture of all in the size that is seen; it takes the place of what is seen once it is decoded. @param {Sight} sight */
  picture({ info: { board }, proof, lines }) {
    this.living.coming = ""; // Nor do men who are on their way.
    const part = lines === null ? `&lines=${board.lines}&plies=${board.plies}` : `&lines=${lines}&plies=1`;
    const theme = settings.theme || board.theme || (CONTRAST.matches ? "contrast" : "");
    const address = addressOf(board.src + part, { board, across: this.across, theme, proof });
    if (address === this.wanted) return;
    this.wanted = address;
    pictureAt(address, board.frame).then((image) => {
      if (this.wanted !== address) return;
      image.alt = lines === null ? board.alt : "";
      this.living.leave();
      this.node.replaceChildren(image);
      Object.assign(this.board.dataset, { lines: String(lines ?? board.lines), theme: theme || board.face });
      this.seen = address;
      this.painted();
    }, () => {
      if (this.wanted === address) this.wanted = ""; // Fetched again with the next word of the program.
    });
  }

  /** The right button goes down on a cell. @param {string | null} cell */
  presses(cell) {
    this.right = cell;
  }

  /** It goes up on a cell. @param {string | null} to */
  async scribbles(to) {
    const { right: from, sight } = this;
    this.right = null;
    const found = from && to && sight && await import("./scribble.js").catch(() => null);
    if (!found) return;
    this.scribble ??= new found.Scribble(this.board);
    this.scribble.toggle(sight.info.board.frame, from, to);
  }

  /** What was scribbled goes. */
  wipe() {
    this.scribble?.clear();
  }
}

/** Whether a mouse has its right button pressed, for which some have a key. @param {PointerEvent} event */
export const isRight = ({ button, ctrlKey, pointerType }) => pointerType === "mouse" && (button === 2 || (button === 0 && ctrlKey));

/**
 * The plies that lead from what was shown to the position now; none if they are not all known.
 *
 * @param {TableInfo} info
 * @param {Ply[]} film
 * @param {number} had
 */
function fresh({ plies }, film, had) {
  const [known, played] = [film.filter(({ lines }) => lines > had), plies.filter(([, lines]) => lines > had)];
  return known.length === played.length ? known : [];
}
