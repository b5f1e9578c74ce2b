// A line of the chat as a node.

import { el, face, picture, spokenNodes, textNodes } from "./draw.js";
import { saidAt } from "./times.js";

/** @import { State } from "./state.js" */
/** @import { Line, Picture } from "./types" */
/**
 * What a line leads to: its code into the message box, a reply, the table of a game.
 *
 * @typedef {{
 *   put: (text: string) => void,
 *   reply: (line: Line) => void,
 *   look: (no: number) => void,
 * }} Ways
 */

/**
 * The node of a line; `answered` is the line that it answers, if this tab has it.
 *
 * @param {Line} line
 * @param {Line | undefined} answered
 * @param {State} state
 * @param {Ways} ways
 */
export function lineNode(line, answered, state, { put, reply, look }) {
  const { you } = state;
  const text = el("div", { class: "text" }, ...(line.author
    ? spokenNodes(plain(line), you, (key) => state.knows(key))
    : textNodes(line.text, you, put, look)));
  const body = el("div", { class: "body" }, by(line), answered ? quote(answered) : null, text);
  const node = el("li", { class: "line" }, face(line.author), body);
  node.dataset.id = node.dataset.order = String(line.id);
  node.classList.toggle("only", Boolean(line.only));
  node.classList.toggle("for-me", Boolean(!line.author && you && line.ping?.includes(you.id)));
  if (line.picture) {
    node.classList.add("pictured");
    const isHidden = line.only || line.place === "private";
    body.append(board(line.picture, isHidden ? you?.proof : null, line.game, look));
  }
  if (!line.author && line.game) node.append(tools(line.game, () => reply(line)));
  oneStop(node);
  return node;
}

/** The words of a line. @param {Pick<Line, "text">} line */
export const plain = (line) => line.text.map((span) => span.s).join("");

/** Whose line it is. @param {Pick<Line, "author">} line */
export const nameOf = (line) => line.author?.name ?? "Martian Cake";

/** @param {Line} line */
function by(line) {
  return el("div", { class: "by" }, el("b", { dir: "auto" }, nameOf(line)),
    line.author ? null : el("span", { class: "tag" }, "host"),
    saidAt(line.at),
    line.only ? el("span", { class: "tag" }, "only you see this") : null);
}

/** @param {Line} answered */
const quote = (answered) => el("span", { class: "quote" }, `↩ ${nameOf(answered)}: ${plain(answered)}`);

/**
 * @param {number} game
 * @param {() => void} reply
 */
function tools(game, reply) {
  const button = el("button", { type: "button", "aria-label": `Reply to #${game}` }, "Reply");
  button.addEventListener("click", reply);
  return el("div", { class: "tools" }, button);
}

/** Makes a line one Tab stop: the arrow keys lead to all else that can be used in it. @param {HTMLElement} node */
function oneStop(node) {
  const found = () => /** @type {HTMLElement[]} */ ([...node.querySelectorAll("a[href], button, summary, [tabindex]")]);
  /** @param {EventTarget | null} stop */
  const stopAt = (stop) => {
    for (const one of found()) one.tabIndex = one === stop ? 0 : -1;
  };
  stopAt(found()[0] ?? null);
  node.addEventListener("focusin", ({ target }) => stopAt(target));
  node.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const all = found().filter((one) => one.checkVisibility());
    const at = all.findIndex((one) => one === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    all.at((at + step) % all.length)?.focus();
  });
}

/**
 * A small picture; a board leads to the table of its game.
 *
 * @param {Picture} view
 * @param {string | null | undefined} proof
 * @param {number | undefined} game
 * @param {(no: number) => void} look
 */
function board(view, proof, game, look) {
  const { frame } = view;
  const drawn = picture(view, proof);
  /** @type {HTMLElement} */
  const node = game && view.shows === "board" ? tableLink(game, drawn, look) : el("div", {}, drawn);
  node.className = "board";
  node.style.aspectRatio = `${frame.width} / ${frame.height}`;
  return node;
}

/**
 * A link to the table of a game.
 *
 * @param {number} game
 * @param {HTMLElement} shown
 * @param {(no: number) => void} look
 */
function tableLink(game, shown, look) {
  const link = el("a", { href: `/game/${game}`, "aria-label": `Board of #${game}` }, shown);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // Another tab or window has it.
    event.preventDefault();
    look(game);
  });
  return link;
}
