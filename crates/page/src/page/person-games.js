// The finished games of a person as a list. One's own can be filtered, and go back to the first one.

import { el, smallBoard } from "./draw.js";
import { local } from "./times.js";

/** @import { Parts } from "./person.js" */
/** @import { State } from "./state.js" */
/** @import { FinishedGame, FinishedWanted, PersonInfo } from "./types" */

const RESULTS = [["", "any result"], ["won", "won"], ["drawn", "drawn"], ["lost", "lost"]];
const WORDS = { won: "won", lost: "lost", drawn: "drawn", others_won: "lost", no_result: "no result" };

export class Games {
  /** @param {State} state @param {Parts} parts @param {PersonInfo} person */
  constructor(state, parts, person) {
    this.state = state;
    this.parts = parts;
    this.me = person.me;
    this.shown = 0; // How many games are listed.
    this.asked = 0; // How often another list was wanted.
    this.list = el("ul", { class: "person-games" });
    this.told = el("p", { class: "soft", role: "status" });
    this.more = el("button", { type: "button", hidden: true }, "More");
    this.more.addEventListener("click", () => this.load(this.shown));
    /** @type {FinishedWanted} */
    this.wanted = {};
    this.node = el("section", { "aria-labelledby": "person-games" },
      el("div", { class: "panel-top" }, el("h3", { id: "person-games" }, person.me ? "My games" : "Games"), this.told),
      person.me && person.finished.of ? this.filters(state, person) : null,
      this.list, this.more);
    this.add(person.finished.games, person.finished.of);
  }

  /** @param {State} state @param {PersonInfo} person */
  filters({ people }, { name, ratings, finished }) {
    const kinds = new Map(ratings.map(({ kind, title }) => [kind, title.replace(/ for \d+$/u, "")]));
    const game = select("Game", [["", "all games"], ...kinds]);
    const result = select("Result", RESULTS);
    const names = new Set([...people, ...finished.games.map((one) => one.with).filter((one) => !/[ ,]/u.test(one))]);
    names.delete(name);
    const others = el("datalist", { id: "person-others" }, ...[...names].map((one) => el("option", { value: one })));
    const whom = el("input", { type: "text", autocomplete: "off", spellcheck: false, placeholder: "anyone", "aria-label": "Opponent" });
    whom.setAttribute("list", others.id);
    const form = el("form", { class: "person-filters", role: "search", "aria-label": "My games" }, game, result, whom, others);
    const changed = () => {
      this.wanted = {
        game: game.value || null,
        result: /** @type {FinishedGame["how"]} */ (result.value) || null,
        with: whom.value.trim().replace(/^@/u, "") || null,
      };
      this.load(0);
    };
    form.addEventListener("change", changed);
    // A name that is chosen or whole is searched for at once.
    whom.addEventListener("input", () => (!whom.value || names.has(whom.value)) && changed());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      changed();
    });
    return form;
  }

  /** Lists what is wanted, behind so many games that are there. @param {number} skip */
  async load(skip) {
    const n = ++this.asked;
    const answer = await this.parts.ask({ finished: { ...this.wanted, skip } });
    if (n !== this.asked) return; // Something else is wanted by now.
    if (!answer) return this.parts.trouble("The page could not ask for more games. Is the connection there? Try it again in a moment.");
    if (!skip) this.list.replaceChildren();
    this.shown = skip;
    this.add(answer.finished.games, answer.finished.of);
  }

  /** Something has changed: what is wanted is listed anew. @param {PersonInfo} person */
  renew({ finished: { games, of } }) {
    const isFirst = this.shown <= games.length && !Object.values(this.wanted).some(Boolean);
    if (!isFirst) return this.load(0);
    this.asked++;
    this.list.replaceChildren();
    this.shown = 0;
    this.add(games, of);
  }

  /** @param {FinishedGame[]} games @param {number} of */
  add(games, of) {
    const hadFocus = document.activeElement === this.more;
    const rows = games.map((game) => this.row(game));
    this.list.append(...rows);
    this.shown += rows.length;
    this.more.hidden = !this.me || this.shown >= of;
    this.told.textContent = !of ? "none" : this.shown < of ? `the last ${this.shown} of ${of}` : of === 1 ? "one" : `all ${of}`;
    if (hadFocus) rows[0]?.querySelector("a")?.focus();
  }

  /** @param {FinishedGame} game */
  row({ no, kind, title, with: others, how, result, at, replay, card, board, place }) {
    const link = el("a", { href: `/game/${no}` }, `${title} #${no}`);
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // Another tab or window has it.
      event.preventDefault();
      this.parts.look(no, place);
    });
    const time = el("time", { dateTime: new Date(at).toISOString(), title: local(at) }, new Date(at).toLocaleDateString("en", { day: "numeric", month: "short", year: "numeric" }));
    const tag = el("span", { class: `tag ${how}`, dir: "auto", title: result }, how === "no_result" ? result : `${WORDS[how]} · ${why(result)}`);
    const row = el("li", {},
      // It has to be lazy before it has an address.
      el("img", { loading: "lazy", alt: "", width: 52, height: 44, src: board ? smallBoard(board, this.state.you?.proof) : `/cover/${kind}.png` }),
      el("span", { class: "what" }, link, " ", time), el("span", { class: "soft whose", dir: "auto" }, `against ${others}`), tag,
      el("span", { class: "doing" },
        replay ? way("Replay", no, () => this.parts.look(no, place, 0)) : null,
        card && this.me ? way("Card", no, () => this.parts.act({ line: `record #${no} card`, says: "private", game: null })) : null));
    row.dataset.game = String(no);
    return row;
  }
}

/** Why a game ended: what stands in brackets. @param {string} result */
const why = (result) => /\((.*)\)$/u.exec(result)?.[1] ?? result;

/** @param {string} words @param {number} no @param {() => void} go */
function way(words, no, go) {
  const button = el("button", { type: "button", "aria-label": `${words} of #${no}` }, words);
  button.addEventListener("click", go);
  return button;
}

/** @param {string} label @param {string[][]} choices */
function select(label, choices) {
  return el("select", { "aria-label": label }, ...choices.map(([value, words]) => el("option", { value }, words)));
}
