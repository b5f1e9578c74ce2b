// Words of the bot that are no lines of the chat: the greeting of somebody new, and notes that are not kept.

import { el, face, textNodes } from "./draw.js";

/** @import { Greeting, Span } from "./types" */

/**
 * The words of the bot to somebody new; `put` takes a text for the box.
 *
 * @param {Greeting} greeting
 * @param {(text: string) => void} put
 */
export function greetingNode({ text }, put) {
  const node = hostNode(text, put);
  node.classList.add("greeting");
  return node;
}

/**
 * Words of the bot, with what stands below them.
 *
 * @param {Span[]} text
 * @param {(text: string) => void} put
 * @param {HTMLElement[]} below
 */
export function hostNode(text, put, ...below) {
  return el("li", { class: "line first" }, face(null), el("div", { class: "body" },
    el("div", { class: "by" }, el("b", {}, "Martian Cake"), el("span", { class: "tag" }, "host")),
    el("div", { class: "text" }, ...textNodes(text, null, put)), ...below));
}
