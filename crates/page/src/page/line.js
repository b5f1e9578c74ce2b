// A line of the chat as a node.

import { first } from "./dom.js";
import { clock, el, face, picture, pick, spokenNodes, squareAt, textNodes } from "./draw.js";

/** @import { State } from "./state.js" */
/** @import { Line, Picture } from "./types" */
/**
 * What a line leads to: its code into the message box, a reply, a clicked square of its board, the board of a game.
 *
 * @typedef {{
 *   put: (text: string) => void,
 *   reply: (line: Line) => void,
 *   square: (square: string, line: Line) => void,
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
export function lineNode(line, answered, state, { put, reply, square, look }) {
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
    body.append(board(line.picture, isHidden ? you?.proof : null, (name) => square(name, line)));
  }
  if (!line.author && line.game) node.append(tools(line.game, () => reply(line)));
  return node;
}

/** @param {Line} line */
const plain = (line) => line.text.map((span) => span.s).join("");

/** @param {Line} line */
const nameOf = (line) => line.author?.name ?? "Martian Cake";

/** @param {Line} line */
function by(line) {
  const at = new Date(line.at);
  return el("div", { class: "by" }, el("b", { dir: "auto" }, nameOf(line)),
    line.author ? null : el("span", { class: "tag" }, "host"),
    el("time", { dateTime: at.toISOString(), title: at.toLocaleString() }, clock(line.at)),
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

/**
 * A picture with its cells, which can be clicked while it is `live`.
 *
 * @param {Picture} view
 * @param {string | null | undefined} proof
 * @param {(name: string) => void} clicked
 */
function board(view, proof, clicked) {
  const { frame } = view;
  const drawn = picture(view, proof);
  const image = first(drawn, "img");
  const node = el("div", { class: "board" }, drawn);
  node.style.aspectRatio = `${frame.width} / ${frame.height}`;
  image.addEventListener("click", (event) => {
    const square = node.classList.contains("live") && squareAt(frame, image, event);
    if (square) clicked(square);
  });
  image.addEventListener("pointermove", (event) => {
    node.querySelector(".over")?.remove();
    const square = event.pointerType === "mouse" && node.classList.contains("live") && squareAt(frame, image, event);
    const over = square ? pick(frame, square, "over") : null;
    if (over) node.append(over);
  });
  image.addEventListener("pointerleave", () => node.querySelector(".over")?.remove());
  return node;
}
