// Lines to DOM nodes. Text only ever becomes text nodes.

import { local, when } from "./times.js";

const WIDTHS = [450, 600, 1200, 1800];
const SHOWN = "(max-width: 50rem) 100vw, 600px";

/** An element with properties and children. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key === "class") node.className = value;
    else if (key.includes("-") || key === "role") node.setAttribute(key, value);
    else node[key] = value;
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const drawn = new WeakMap(); // A list → what it shows.

/**
 * Fills a list with buttons in it, but only if what it shows differs: somebody may be about to tap one. Whoever
 * stands on one stays there, by its key, or goes `elsewhere` once it is gone.
 */
export function refill(list, shown, make, key, elsewhere = () => list.querySelector("button")?.focus()) {
  const seen = JSON.stringify(shown);
  if (drawn.get(list) === seen) return;
  drawn.set(list, seen);
  const focused = list.contains(document.activeElement) ? key(document.activeElement) : null;
  list.replaceChildren(...shown.map(make));
  if (focused === null) return;
  const same = [...list.querySelectorAll("button")].find((button) => key(button) === focused);
  if (same) same.focus();
  else elsewhere();
}

/** The text of a line as the program has taken it apart; `look` goes to the board of a game. */
export function textNodes(spans, you, put, look = () => {}) {
  return spans.map((span) => {
    if (span.at && span.dated) return el("span", {}, `${local(span.at)} (`, when(span.at), ")");
    if (span.at) return when(span.at);
    if (span.game) return boardLink(span, look);
    if (span.who) return el("span", { class: "who" + (span.who === you?.id ? " is-me" : "") }, span.s);
    if (span.k === "code") return code(span.s, put);
    if (span.k === "file") return file(span.s);
    if (span.k === "bold") return el("strong", {}, span.s);
    if (span.k === "italic") return el("em", {}, span.s);
    return document.createTextNode(span.s);
  });
}

/** A link to the newest board of a game. */
function boardLink({ s, game }, look) {
  const link = el("button", { type: "button", class: "to-board", "aria-label": `Board of #${game}` }, s);
  link.addEventListener("click", () => look(game));
  return link;
}

function code(text, put) {
  // No real button: that would let a comma behind it begin the next line. Keyboards type it or
  // take a chip.
  const node = el("code", { class: text.length < 24 ? "code whole" : "code", title: "Put it into the message box" }, text);
  node.addEventListener("click", () => put(text));
  return node;
}

/** A small text file, to read here or to save. */
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

/** What a person wrote, with the names in it that mean somebody here. */
export function spokenNodes(text, you, known) {
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

/** A face: the bot's picture, or a name's first letter on its own tone. */
export function face(author) {
  if (!author) return el("img", { class: "face", src: "/icon.svg", alt: "" });
  let sum = 0;
  for (const letter of author.id) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  const letter = [...author.name][0].toUpperCase();
  return el("span", { class: "face tone" + (sum % 8), "aria-hidden": "true" }, letter);
}

/**
 * The picture in the size that fits, with room kept for it before it is there. Its theme is the one that was chosen,
 * else that of more contrast if the system asks for it, else the game's own face.
 */
export function picture(view, proof) {
  const address = (width, theme) =>
    `${view.src}&width=${width}` + (theme ? `&theme=${theme}` : "") + (proof ? `&by=${proof}` : "");
  const { width, height } = view.frame;
  // What moves has one width.
  const widths = view.shows === "replay" ? [width] : [...WIDTHS, width];
  const set = (theme) => widths.map((one) => `${address(one, theme)} ${one}w`).join(", ");
  const source = (media, theme) => el("source", { media, srcset: set(theme), sizes: SHOWN });
  return el("picture", {},
    view.chosen ? null : source("(prefers-contrast: more)", "contrast"),
    // It has to be lazy before it has an address.
    el("img", { loading: "lazy", width, height, alt: view.alt, decoding: "async", sizes: SHOWN, srcset: set(), src: address(width) }));
}

/** The name of a block's cell, counted from its first one. */
function cellName({ zone, first }, i, j) {
  const [one, other] = [first[0] + i, first[1] + j];
  return zone ? `${zone}${one}${other}` : String.fromCharCode(96 + one) + other;
}

/** Whether a block has a cell; one of hexes lacks those beyond the six edges of the board. */
function hasCell({ size, edge }, i, j) {
  return i >= 0 && i < size[0] && j >= 0 && j < size[1] && (!edge || (i + j >= edge - 1 && i + j <= 3 * edge - 3));
}

/** The block of a board that has a cell, and which of its cells it is; `null` if there is none. */
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

/** The hex nearest to a point between hexes: where rounding has moved it most, the other two say. */
function nearestHex([i, j]) {
  const [file, rank, third] = [i, j, -i - j].map(Math.round);
  const [f, r, t] = [Math.abs(file - i), Math.abs(rank - j), Math.abs(third + i + j)];
  if (f > r && f > t) return [-rank - third, rank];
  return r > t ? [file, -file - third] : [file, rank];
}

/** The cell of a board at a point of its picture; `null` if there is none. */
export function cellAt(frame, px, py) {
  for (const patch of frame.patches) {
    const { at, along, across, edge } = patch;
    const [x, y] = [px - at[0], py - at[1]];
    const area = along[0] * across[1] - along[1] * across[0];
    const point = [(x * across[1] - y * across[0]) / area, (y * along[0] - x * along[1]) / area];
    const [i, j] = edge ? nearestHex(point) : point.map(Math.floor);
    if (hasCell(patch, i, j)) return cellName(patch, i, j);
  }
  return null;
}

/** The cell of a board under a pointer, by the place where the picture has it. */
export function squareAt(frame, image, event) {
  const shown = image.getBoundingClientRect();
  const px = ((event.clientX - shown.left) / shown.width) * frame.width;
  const py = ((event.clientY - shown.top) / shown.height) * frame.height;
  return cellAt(frame, px, py);
}

/** The middle of a cell and its corners, in pixels of the picture. */
function shapeOf({ patch, i, j }) {
  const { at, along, across, edge } = patch;
  const from = (right, up) => [0, 1].map((axis) => at[axis] + (i + right) * along[axis] + (j + up) * across[axis]);
  if (!edge) return [from(0.5, 0.5), [from(0, 0), from(1, 0), from(1, 1), from(0, 1)]];
  const third = 1 / 3;
  const half = [[third, third], [2 * third, -third], [third, -2 * third]];
  return [from(0, 0), [...half, ...half.map(([right, up]) => [-right, -up])].map(([right, up]) => from(right, up))];
}

/** All cells of a board with their middles, in pixels of the picture. */
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

/** A dot in the middle of a cell, in percent of the picture; `null` if the board has no such cell. */
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

/** A frame around a cell, in percent of the picture; `null` if the board has no such cell. */
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
    const ring = (part) => [...corners, corners[0]].map((point) => {
      const [right, down] = [x + (point[0] - x) * part - left, y + (point[1] - y) * part - top];
      return `${(100 * right) / width}% ${(100 * down) / height}%`;
    });
    node.classList.add("slanted");
    node.style.clipPath = `polygon(evenodd, ${[...ring(1), ...ring(0.78)].join(", ")})`;
  }
  return node;
}

export const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

export const day = (at) =>
  new Date(at).toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });
