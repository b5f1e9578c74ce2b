// Help and rules, read beside the board: nothing is said for them in the channel.

import { styled } from "./dom.js";
import { el, textNodes } from "./draw.js";

/** @import { Ask, HelpGroup, RulesPage } from "./types" */

export class Reading {
  /**
   * `ask` asks the program, `put` puts a text into the message box.
   *
   * @param {{ ask: Ask, put: (text: string) => void }} parts
   */
  constructor({ ask, put }) {
    this.ask = ask;
    this.put = put;
    this.title = el("h2", { id: "reading-title", tabIndex: -1 });
    this.body = el("div", { class: "leaf" });
    const close = el("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
    // Not modal: whoever reads rules goes on with their men.
    this.node = el("dialog", { id: "reading", "aria-labelledby": "reading-title" },
      el("div", { class: "top" }, this.title, close), this.body);
    close.addEventListener("click", () => this.node.close());
    this.node.addEventListener("keydown", (event) => event.key === "Escape" && this.node.close());
    this.node.addEventListener("close", () => this.from?.focus());
    /** What had the focus before. @type {HTMLElement | null} */
    this.from = null;
  }

  /** @param {string} title @param {Node[]} nodes */
  async show(title, nodes) {
    await styled("/reading.css");
    if (!this.node.isConnected) document.body.append(this.node);
    this.title.textContent = title;
    this.body.replaceChildren(...nodes);
    this.body.scrollTop = 0;
    if (!this.node.open) {
      const { activeElement } = document;
      this.from = activeElement instanceof HTMLElement ? activeElement : null;
      this.node.show();
    }
    this.title.focus();
  }

  /** Opens all commands, or those with these words. @param {string} words */
  async help(words) {
    const answer = await this.ask("help");
    if (!answer) throw new Error("No answer.");
    const search = el("input", { type: "search", id: "help-search", autocomplete: "off", spellcheck: false, value: words });
    const none = el("p", { role: "status" });
    const groups = answer.help.map((group) => this.group(group));
    const find = () => {
      const words = search.value.toLowerCase().split(/\s+/u).filter(Boolean);
      const found = groups.map((group) => group.find(words));
      none.textContent = words.length && !found.some(Boolean) ? "No command has these words. Try one of them alone." : "";
    };
    search.addEventListener("input", find);
    find();
    const field = el("p", { class: "search" }, el("label", { htmlFor: "help-search" }, "Search"), search);
    await this.show("Help", [field, none, ...groups.map(({ node }) => node)]);
  }

  /** @param {HelpGroup} group */
  group({ title, commands }) {
    const rows = commands.map(({ usage, does, example }) => {
      const use = el("button", { type: "button", title: `Put it into the message box. All of it: ${usage}` }, el("code", {}, example));
      use.addEventListener("click", () => this.put(example));
      return { node: el("li", {}, use, el("span", {}, does)), text: `${usage} ${does} ${example}`.toLowerCase() };
    });
    const node = el("details", {}, el("summary", {}, title), el("ul", {}, ...rows.map((row) => row.node)));
    /** Shows what has all these words; returns whether there is any. @param {string[]} words */
    const find = (words) => {
      for (const row of rows) row.node.hidden = !words.every((word) => row.text.includes(word));
      const has = rows.some((row) => !row.node.hidden);
      node.hidden = !has;
      node.open = has && words.length > 0;
      return has;
    };
    return { node, find };
  }

  /** Opens the rules of a game. @param {string} kind @returns {Promise<void>} */
  async rules(kind, topic = "") {
    const answer = await this.ask({ rules: { kind, topic } });
    if (answer?.rules) return this.show(`Rules: ${answer.rules.title}`, this.page(kind, topic, answer.rules));
    if (!answer || !topic) throw new Error("No answer.");
    return this.rules(kind); // There is nothing about that alone.
  }

  /** @param {string} kind @param {string} topic @param {RulesPage} page */
  page(kind, topic, { text, topics }) {
    const ways = ["", ...topics].map((way) => {
      const button = el("button", { type: "button" }, way || "in short");
      if (way === topic) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => this.rules(kind, way));
      return el("li", {}, button);
    });
    return [
      el("p", { class: "text" }, ...textNodes(text, null, this.put)),
      el("nav", { "aria-label": "Topics" }, el("ul", { class: "topics" }, ...ways)),
    ];
  }
}
