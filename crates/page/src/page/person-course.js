// The course of a rating as a curve, with the band in which the true strength lies.

import { el } from "./draw.js";

/** @import { PersonRating } from "./types" */
/** @typedef {PersonRating["course"][number]} Point */

const WIDE = 470;
const HIGH = 190;
const LEFT = 40; // What the numbers at the side take.
const BELOW = 24; // What the months take.
const DAY = 86_400_000;
/** @type {[words: string, days: number][]} */
const SPANS = [["3 months", 92], ["a year", 366], ["all", Infinity]];
const STEPS = [10, 25, 50, 100, 200, 500, 1_000];
const WIDEST = 150; // A band is cut off at so many points beside the curve.

export class Course {
  constructor() {
    /** @type {PersonRating | null} */
    this.rating = null;
    this.days = Infinity;
    this.title = el("h3", {}, "Rating");
    this.spans = SPANS.map(([words, days]) => {
      const button = el("button", { type: "button", "aria-pressed": String(days === this.days) }, words);
      button.addEventListener("click", () => {
        this.days = days;
        this.draw();
      });
      return { button, days };
    });
    this.ways = el("div", { class: "spans", role: "group", "aria-label": "How much of it", hidden: true }, ...this.spans.map(({ button }) => button));
    this.body = el("div", {}, el("p", { class: "soft" }, "No rated game yet. Between people a game with a clock can be rated."));
    this.node = el("section", { class: "panel-part" }, el("div", { class: "panel-top" }, this.title, this.ways), this.body);
  }

  /** @param {PersonRating} rating */
  show(rating) {
    this.rating = rating;
    this.title.textContent = `Rating in ${rating.title}`;
    this.ways.hidden = rating.course.length < 2;
    this.draw();
  }

  draw() {
    if (!this.rating) return;
    for (const { button, days } of this.spans) button.setAttribute("aria-pressed", String(days === this.days));
    this.body.replaceChildren(curve(this.rating, within(this.rating.course, this.days)));
  }
}

/** The last part of a course; the week before it is where it begins. @param {Point[]} course @param {number} days */
function within(course, days) {
  const from = Date.now() - days * DAY;
  const first = course.findIndex(([at]) => at >= from);
  return course.slice(first < 0 ? -1 : Math.max(0, first - 1));
}

/** @param {PersonRating} rating @param {Point[]} points */
function curve({ title, now }, points) {
  const reach = points.map(([, rating, spread]) => [rating - Math.min(spread, WIDEST), rating + Math.min(spread, WIDEST)]);
  const least = Math.min(...reach.map(([low]) => low));
  const most = Math.max(...reach.map(([, high]) => high));
  const step = STEPS.find((step) => (most - least) / step <= 4) ?? 2_000;
  const [low, high] = [Math.floor(least / step) * step, Math.ceil(most / step) * step];
  const [start, end] = [points[0][0], points[points.length - 1][0]];
  const right = WIDE - 10;
  /** @param {number} at */
  const x = (at) => (end > start ? LEFT + ((at - start) / (end - start)) * (right - LEFT) : (LEFT + right) / 2);
  /** @param {number} value */
  const y = (value) => 8 + ((high - value) / (high - low)) * (HIGH - BELOW - 16);
  /** @param {[x: number, y: number][]} path */
  const line = (path) => `M${path.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;

  const numbers = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, n) => low + n * step);
  const grid = numbers.flatMap((value) => [
    svg("path", { class: "grid", d: `M${LEFT} ${y(value)}H${right}` }),
    svg("text", { x: "0", y: String(y(value) + 4) }, String(value)),
  ]);
  const upper = points.map(([at], n) => /** @type {[number, number]} */ ([x(at), y(reach[n][1])]));
  const lower = points.map(([at], n) => /** @type {[number, number]} */ ([x(at), y(reach[n][0])]));
  const own = points.map(([at, rating]) => /** @type {[number, number]} */ ([x(at), y(rating)]));
  const [lastX, lastY] = own[own.length - 1];
  return svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words(title, now, points), class: "course" },
    ...grid, ...months(start, end).map(([at, word, anchor]) => svg("text", { x: String(x(at)), y: String(HIGH - 4), "text-anchor": anchor }, word)),
    svg("path", { class: points.length > 1 ? "band" : "band alone", d: line([...upper, ...lower.reverse()]) + "Z" }),
    svg("path", { class: "own", d: line(own) }),
    svg("circle", { cx: String(lastX), cy: String(lastY), r: "4.5" }));
}

/** Up to five instants of a span with their words, evenly apart. @param {number} start @param {number} end */
function months(start, end) {
  const many = end - start > 150 * DAY ? { month: "short", year: end - start > 500 * DAY ? "2-digit" : undefined } : { day: "numeric", month: "short" };
  const n = end > start ? Math.min(4, Math.max(1, Math.round((end - start) / (28 * DAY)))) : 0;
  return Array.from({ length: n + 1 }, (_, i) => {
    const at = n ? start + ((end - start) * i) / n : start;
    const word = new Date(at).toLocaleDateString("en", /** @type {Intl.DateTimeFormatOptions} */ (many));
    return /** @type {[number, string, string]} */ ([at, word, !n ? "middle" : i === 0 ? "start" : i === n ? "end" : "middle"]);
  });
}

/** The curve for whoever does not see it. @param {string} title @param {PersonRating["now"]} now @param {Point[]} points */
function words(title, now, points) {
  const all = points.map(([, rating]) => rating);
  /** @param {Point} point */
  const day = ([at]) => new Date(at).toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
  const last = points[points.length - 1];
  const course = points.length === 1
    ? `One week with games, that of ${day(last)}: ${last[1]}.`
    : `${points.length} weeks with games, from ${all[0]} in that of ${day(points[0])} to ${last[1]} in that of ${day(last)}; least ${Math.min(...all)}, greatest ${Math.max(...all)}.`;
  return `Rating in ${title}, now ${now?.points} ± ${now?.spread}. ${course}`;
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
