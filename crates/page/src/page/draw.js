// Lines to DOM nodes. Text only ever becomes text nodes.

import { settings } from "./settings.js";
import { local, when } from "./times.js";

/** @import { Author, Frame, Patch, Picture, SmallBoard, Span, You } from "./types" */
/** @typedef {[x: number, y: number]} Point */
/** @typedef {{ patch: Patch, i: number, j: number }} PatchCell */

const WIDTHS = [450, 600, 1200, 1800];
const SEAL = /^[\da-f ]{32,}$/u;
const CONTRAST = matchMedia("(prefers-contrast: more)");
const SHOWN = "(max-width: 50rem) 100vw, 600px";

/**
 * An element with properties and children.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} props
 * @param {(Node | string | null | undefined)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key === "class") node.className = String(value);
    else if (key.includes("-") || key === "role") node.setAttribute(key, String(value));
    else Object.assign(node, { [key]: value });
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const drawn = new WeakMap(); // A list → what it shows.

/**
 * Fills a list with buttons in it, but only if what it shows differs: somebody may be about to tap one. Whoever
 * stands on one stays there, by its key, or goes `elsewhere` once it is gone. Returns whether it differs.
 *
 * @template T
 * @param {HTMLElement} list
 * @param {T[]} shown
 * @param {(one: T) => HTMLElement} make
 * @param {(button: HTMLElement) => string | null | undefined} key
 */
export function refill(list, shown, make, key, elsewhere = () => list.querySelector("button")?.focus()) {
  const seen = JSON.stringify(shown);
  if (drawn.get(list) === seen) return false;
  drawn.set(list, seen);
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && list.contains(active) ? key(active) : null;
  list.replaceChildren(...shown.map(make));
  if (focused === null) return true;
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = list.querySelectorAll("button, a");
  const same = [...buttons].find((button) => key(button) === focused);
  if (same) same.focus();
  else elsewhere();
  return true;
}

/**
 * The text of a line as the program has taken it apart; `look` goes to the board of a game.
 *
 * @param {Span[]} spans
 * @param {You | null} you
 * @param {(text: string) => void} put
 * @param {(no: number) => void} look
 * @returns {Node[]}
 */
export function textNodes(spans, you = null, put = () => {}, look = () => {}) {
  return spans.map((span) => {
    if (span.at && span.dated) return el("span", {}, `${local(span.at)} (`, when(span.at), ")");
    if (span.at) return when(span.at);
    if (span.game) return boardLink(span.s, span.game, look);
    if (span.who) return el("span", { class: "who" + (span.who === you?.id ? " is-me" : "") }, span.s);
    if (span.k === "code") return code(span.s, put);
    if (span.k === "file") return file(span.s);
    if (span.k === "fold") return fold(span.s, span.in ?? [], put);
    if (span.k === "bold") return el("strong", {}, span.s);
    if (span.k === "italic") return el("em", {}, span.s);
    return document.createTextNode(span.s);
  });
}

/**
 * A link to the newest board of a game.
 *
 * @param {string} text
 * @param {number} game
 * @param {(no: number) => void} look
 */
function boardLink(text, game, look) {
  const link = el("button", { type: "button", class: "to-board", "aria-label": `Board of #${game}` }, text);
  link.addEventListener("click", () => look(game));
  return link;
}

/**
 * @param {string} text
 * @param {(text: string) => void} put
 */
function code(text, put) {
  // No real button: that would let a comma behind it begin the next line. Keyboards type it or
  // take a chip.
  const node = el("code", { class: text.length < 24 ? "code whole" : "code", title: "Put it into the message box" }, text);
  node.addEventListener("click", () => put(text));
  return node;
}

/**
 * What is folded away until somebody opens it, such as a seal, which is there to be copied.
 *
 * @param {string} shown
 * @param {Span[]} inside
 * @param {(text: string) => void} put
 */
function fold(shown, inside, put) {
  /** @param {Span} span */
  const nodes = (span) => (SEAL.test(span.s) ? [el("code", { class: "seal" }, span.s)] : textNodes([span], null, put));
  return el("details", { class: "fold" }, el("summary", {}, shown), ...inside.flatMap(nodes));
}

/** A small text file, to read here or to save. @param {string} text */
function file(text) {
  const [name, ...rest] = text.split("\n");
  const content = rest.join("\n") + "\n";
  const save = el("button", { type: "button", class: "save" }, `Save ${name}`);
  save.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
    el("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
  return el("div", { class: "file" }, el("pre", { tabIndex: 0, "aria-label": name }, content), save);
}

/**
 * What a person wrote, with the names in it that mean somebody here.
 *
 * @param {string} text
 * @param {You | null} you
 * @param {(key: string) => boolean} known
 */
export function spokenNodes(text, you, known) {
  /** @type {Node[]} */
  const nodes = [];
  let from = 0;
  for (const found of text.matchAll(/@([\p{L}\p{N}\p{M}.'-]*[\p{L}\p{N}\p{M}])/gu)) {
    const key = found[1].toLowerCase();
    if (key !== you?.key && !known(key)) continue;
    nodes.push(document.createTextNode(text.slice(from, found.index)));
    nodes.push(el("span", { class: "who" + (key === you?.key ? " is-me" : "") }, found[0]));
    from = found.index + found[0].length;
  }
  nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

/** A face: the bot's picture, or a name's first letter on its own tone. @param {Author | null | undefined} author */
export function face(author) {
  if (!author) return el("img", { class: "face", src: "/icon.svg", alt: "" });
  let sum = 0;
  for (const letter of author.id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  const letter = [...author.name][0].toUpperCase();
  return el("span", { class: "face tone" + (sum % 8), "aria-hidden": "true" }, letter);
}

/**
 * The picture in the size that fits, with room kept for it before it is there. Its theme is the one that was chosen for
 * it, else that of this browser's settings, else that of more contrast if the system asks for it, else the game's own.
 *
 * @param {Picture} view
 * @param {string | null | undefined} proof
 */
export function picture(view, proof) {
  /**
   * @param {number} width
   * @param {string} [theme]
   */
  const address = (width, theme) =>
    `${view.src}&width=${width}` + (theme ? `&theme=${theme}` : "") + (proof ? `&by=${proof}` : "");
  const { width, height } = view.frame;
  // What moves has one width.
  const widths = view.shows === "replay" ? [width] : [...WIDTHS, width];
  /** @param {string} [theme] */
  const set = (theme) => widths.map((one) => `${address(one, theme)} ${one}w`).join(", ");
  /**
   * @param {string} media
   * @param {string} theme
   */
  const source = (media, theme) => el("source", { media, srcset: set(theme), sizes: SHOWN });
  const theme = view.chosen ? "" : settings.theme;
  return el("picture", {},
    view.chosen || theme ? null : source("(prefers-contrast: more)", "contrast"),
    // It has to be lazy before it has an address.
    el("img", { loading: "lazy", width, height, alt: view.alt, decoding: "async", sizes: SHOWN, srcset: set(theme), src: address(width, theme) }));
}

/**
 * The address of a board that is shown small, as it is now or was at the end.
 *
 * @param {Partial<SmallBoard> & { src: string, proof: boolean }} board
 * @param {string | undefined} proof
 */
export function smallBoard({ src, lines, plies, theme, proof: hidden }, proof) {
  const colours = settings.theme || theme || (CONTRAST.matches ? "contrast" : "");
  return src + (lines === undefined ? "" : `&lines=${lines}&plies=${plies}`) + "&width=300" + (colours ? `&theme=${colours}` : "") + (hidden && proof ? `&by=${proof}` : "");
}

/**
 * The name of a block's cell, counted from its first one.
 *
 * @param {Patch} patch
 * @param {number} i
 * @param {number} j
 */
function cellName({ zone, first }, i, j) {
  const [one, other] = [first[0] + i, first[1] + j];
  return zone ? `${zone}${one}${other}` : String.fromCharCode(96 + one) + other;
}

/**
 * Whether a block has a cell; one of hexes lacks those beyond the six edges of the board.
 *
 * @param {Patch} patch
 * @param {number} i
 * @param {number} j
 */
function hasCell({ size, edge }, i, j) {
  return i >= 0 && i < size[0] && j >= 0 && j < size[1] && (!edge || (i + j >= edge - 1 && i + j <= 3 * edge - 3));
}

/**
 * The block of a board that has a cell, and which of its cells it is; `null` if there is none.
 *
 * @param {Frame} frame
 * @param {string} name
 * @returns {PatchCell | null}
 */
function cellOf(frame, name) {
  const [, letter, digits] = /^([a-z])(\d+)$/u.exec(name.toLowerCase()) ?? [];
  for (const patch of letter ? frame.patches : []) {
    const cell = patch.zone ? [Number(digits[0]), Number(digits.slice(1))] : [letter.charCodeAt(0) - 96, Number(digits)];
    const [i, j] = [cell[0] - patch.first[0], cell[1] - patch.first[1]];
    const isHere = !patch.zone || patch.zone.toLowerCase() === letter;
    if (isHere && hasCell(patch, i, j)) return { patch, i, j };
  }
  return null;
}

/**
 * The hex nearest to a point between hexes: where rounding has moved it most, the other two say.
 *
 * @param {Point} point
 * @returns {Point}
 */
function nearestHex([i, j]) {
  const [file, rank, third] = [i, j, -i - j].map(Math.round);
  const [f, r, t] = [Math.abs(file - i), Math.abs(rank - j), Math.abs(third + i + j)];
  if (f > r && f > t) return [-rank - third, rank];
  return r > t ? [file, -file - third] : [file, rank];
}

/**
 * The cell of a board at a point of its picture; `null` if there is none.
 *
 * @param {Frame} frame
 * @param {number} px
 * @param {number} py
 */
export function cellAt(frame, px, py) {
  for (const patch of frame.patches) {
    const { at, along, across, edge } = patch;
    const [x, y] = [px - at[0], py - at[1]];
    const area = along[0] * across[1] - along[1] * across[0];
    const [right, up] = [(x * across[1] - y * across[0]) / area, (y * along[0] - x * along[1]) / area];
    const [i, j] = edge ? nearestHex([right, up]) : [Math.floor(right), Math.floor(up)];
    if (hasCell(patch, i, j)) return cellName(patch, i, j);
  }
  return null;
}

/**
 * The middle of a cell and its corners, in pixels of the picture.
 *
 * @param {PatchCell} cell
 * @returns {[middle: Point, corners: Point[]]}
 */
function shapeOf({ patch, i, j }) {
  const { at, along, across, edge } = patch;
  /** @param {0 | 1} axis @param {number} right @param {number} up */
  const on = (axis, right, up) => at[axis] + (i + right) * along[axis] + (j + up) * across[axis];
  /** @param {number} right @param {number} up @returns {Point} */
  const from = (right, up) => [on(0, right, up), on(1, right, up)];
  if (!edge) return [from(0.5, 0.5), [from(0, 0), from(1, 0), from(1, 1), from(0, 1)]];
  const third = 1 / 3;
  const half = [[third, third], [2 * third, -third], [third, -2 * third]];
  return [from(0, 0), [...half, ...half.map(([right, up]) => [-right, -up])].map(([right, up]) => from(right, up))];
}

/** The middle of a cell in pixels of the picture; `null` if the board has no such cell. @param {Frame} frame @param {string} name */
export function middleOf(frame, name) {
  const found = cellOf(frame, name);
  return found && shapeOf(found)[0];
}

/** All cells of a board with their middles, in pixels of the picture. @param {Frame} frame */
export function cellShapes(frame) {
  const cells = [];
  for (const patch of frame.patches) {
    for (let i = 0; i < patch.size[0]; i++) {
      for (let j = 0; j < patch.size[1]; j++) {
        if (hasCell(patch, i, j)) cells.push({ name: cellName(patch, i, j), middle: shapeOf({ patch, i, j })[0] });
      }
    }
  }
  return cells;
}

/**
 * A dot in the middle of a cell, in percent of the picture; `null` if the board has no such cell.
 *
 * @param {Frame} frame
 * @param {string} name
 */
export function dot(frame, name) {
  const found = cellOf(frame, name);
  if (!found) return null;
  const [[x, y], corners] = shapeOf(found);
  const xs = corners.map((corner) => corner[0]);
  const node = el("span", { class: "dot" });
  node.style.left = `${(100 * x) / frame.width}%`;
  node.style.top = `${(100 * y) / frame.height}%`;
  node.style.width = `${(100 * 0.3 * (Math.max(...xs) - Math.min(...xs))) / frame.width}%`;
  return node;
}

/**
 * The nearest cell in a direction, or the same one where there is none.
 *
 * @template {{ middle: Point }} C
 * @param {C[]} cells
 * @param {C} here
 * @param {[right: number, down: number]} step
 */
export function nextCell(cells, here, [right, down]) {
  /** @param {C} cell */
  const far = ({ middle: [x, y] }) => {
    const [dx, dy] = [x - here.middle[0], y - here.middle[1]];
    const [along, aside] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)];
    return along > 1 ? along + 2.2 * aside : Infinity;
  };
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best), here);
}

/**
 * A frame around a cell, in percent of the picture; `null` if the board has no such cell.
 *
 * @param {Frame} frame
 * @param {string} name
 */
export function pick(frame, name, more = "") {
  const found = cellOf(frame, name);
  if (!found) return null;
  const { along, across } = found.patch;
  const [middle, corners] = shapeOf(found);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const node = el("span", { class: "pick " + more });
  node.style.left = `${(100 * left) / frame.width}%`;
  node.style.top = `${(100 * top) / frame.height}%`;
  node.style.width = `${(100 * width) / frame.width}%`;
  node.style.height = `${(100 * height) / frame.height}%`;
  if (along[0] * along[1] || across[0] * across[1]) {
    // A slanted cell: the area between its border and the same border nearer to its middle.
    const [x, y] = middle;
    /** @param {number} part */
    const ring = (part) => [...corners, corners[0]].map((point) => {
      const [right, down] = [x + (point[0] - x) * part - left, y + (point[1] - y) * part - top];
      return `${(100 * right) / width}% ${(100 * down) / height}%`;
    });
    node.classList.add("slanted");
    node.style.clipPath = `polygon(evenodd, ${[...ring(1), ...ring(0.78)].join(", ")})`;
  }
  return node;
}
