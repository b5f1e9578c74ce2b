// The panel about an event: its players before it begins, then its standings and its rounds.

import { copies } from "./address.js";
import { actButton, nextGame } from "./buttons.js";
import { byId as $ } from "./dom.js";
import { el, textNodes } from "./draw.js";
import { after, called, head, legend, mark, played, players, table } from "./event-tables.js";
import { Organise } from "./organise.js";
import { Paced } from "./paced.js";
import { Said } from "./said.js";

/** @import { Act, Ask, Cell, Doable, EventInfo, Group, Player, Round, StandingsLine } from "./types" */

const APART = 3_000; // Milliseconds in which a panel, which may be that of a large event, is asked for twice at most.
const MOST_ON_PODIUM = 6; // Of many who share a place it shows so many at most.
const FIRST_BREAKS = 2; // So many tie-breaks are shown before somebody wants them all.
const AWAY = "away"; // How it is closed by whoever goes to a game from it.
const dialog = $("event", HTMLDialogElement);
const roundSelect = $("event-round", HTMLSelectElement);
const pages = [["event-tab-table", "event-table"], ["event-tab-rounds", "event-rounds"]];

export class EventPanel {
  /**
   * `ask` asks the program, `act` does an action, `me` tells who that is, `look` goes to a game, `back` is called when
   * it is closed.
   *
   * @param {{
   *   ask: Ask,
   *   act: Act,
   *   me: () => string | undefined,
   *   look: (game: number) => void,
   *   back: (no: number | null) => void,
   * }} parts
   */
  constructor({ ask, act, me, look, back }) {
    this.ask = ask;
    this.back = back;
    this.said = new Said($("event-answer"), { act, me });
    /** @param {Doable} action */
    this.act = (action) => this.said.act(action);
    this.organise = new Organise(this.act);
    /** @type {number | null} */
    this.no = null;
    /** @type {EventInfo | null} */
    this.event = null;
    this.seen = ""; // What is shown, to draw it anew only if it differs.
    /** By their start numbers. @type {Map<number | null, Player>} */
    this.names = new Map();
    this.allBreaks = false; // Whether all tie-breaks are shown.
    /** The round that was chosen; `null` for the newest. @type {number | null} */
    this.round = null;
    this.refreshing = new Paced(() => this.refresh(), APART);
    /** @param {number} game */
    this.look = (game) => {
      dialog.close(AWAY);
      look(game);
    };
    dialog.addEventListener("close", () => this.closed());
    // A tap beside the panel closes it: such a tap hits the dialog itself, and none of what is in it.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    $("event-close").addEventListener("click", () => dialog.close());
    roundSelect.addEventListener("change", () => this.choose());
    copies($("event-link"), () => `/event/${this.no}`);
    for (const [tab] of pages) {
      $(tab).addEventListener("click", () => this.turn(tab));
      $(tab).addEventListener("keydown", (event) => this.tabKey(event));
    }
  }

  /** Opens an event; `false` if there is none to see. @param {number} no */
  async open(no) {
    Object.assign(this, { no, event: null, seen: "", round: null });
    await this.refreshing.now();
    if (this.no !== no || !this.event) return false;
    if (!dialog.open) this.unfold();
    return true;
  }

  unfold() {
    this.turn(pages[0][0]);
    dialog.returnValue = "";
    dialog.showModal();
    $("event-close").focus();
    dialog.scrollTop = 0;
  }

  closed() {
    const { no } = this;
    Object.assign(this, { no: null, event: null });
    this.said.clear();
    if (dialog.returnValue !== AWAY) this.back(no);
  }

  /** Whether a game belongs to the event that it shows. @param {number} game */
  shows(game) {
    return this.event?.rounds.some((round) => round.pairs.some((pair) => pair.game === game)) === true;
  }

  /** Something may have changed. */
  changed() {
    if (this.no !== null) this.refreshing.ask();
  }

  async refresh() {
    const { no } = this;
    const answer = no === null ? null : await this.ask({ event: { no } });
    if (!answer?.event || no !== this.no) return;
    this.event = answer.event;
    const seen = JSON.stringify(answer.event);
    if (seen !== this.seen) this.redraw();
    this.seen = seen;
  }

  /** Draws, and leaves who reads it where they are. */
  redraw() {
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && dialog.contains(active) ? active.dataset.key : null;
    const scrolled = [dialog, ...dialog.querySelectorAll(".wide")].map((node) => [node.scrollLeft, node.scrollTop]);
    this.draw();
    [dialog, ...dialog.querySelectorAll(".wide")].forEach((node, at) => {
      [node.scrollLeft, node.scrollTop] = scrolled[at] ?? [0, 0];
    });
    if (!focused) return;
    const same = dialog.querySelector(`[data-key="${focused}"]`);
    (same instanceof HTMLElement ? same : $("event-close")).focus({ preventScroll: true });
  }

  draw() {
    const { event } = this;
    if (!event) return;
    this.names = new Map(event.players.map((player) => [player.number, player]));
    $("event-title").textContent = event.name;
    $("event-no").textContent = `T${event.no}`;
    $("event-stage").replaceChildren(...textNodes(event.stage));
    $("event-terms").textContent = event.terms;
    const doing = [
      ...event.games.map((game) => nextGame(game, `next-${game.game}`, this.look)),
      ...event.actions.map((action) => actButton(action, action.id, this.act)),
    ];
    $("event-note").textContent = event.note ?? "";
    $("event-note").hidden = !event.note;
    $("event-doing").replaceChildren(...doing);
    $("event-doing").hidden = !doing.length;
    $("event-mine").hidden = !doing.length && !event.note;
    this.organise.draw(event);
    $("event-tabs").hidden = !event.rounds.length;
    if (!event.rounds.length) this.turn(pages[0][0]); // Also where the only round was taken back.
    $("event-table").replaceChildren(...(event.groups.length ? this.standings(event) : [players(event.players)]));
    this.drawRounds(event.rounds);
  }

  // Standings

  /** @param {EventInfo} event */
  standings(event) {
    const best = event.groups.length === 1 ? event.groups[0].lines.filter((line) => line.podium).slice(0, MOST_ON_PODIUM) : [];
    const won = best.length ? [this.podium(best)] : [];
    return [...won, ...event.groups.map((group) => this.group(group, event.rounds.length)), ...this.breaks(event.groups[0])];
  }

  /** How the cells are read, and the way to the tie-breaks that are not shown at first. @param {Group} group */
  breaks(group) {
    const all = group.tie_breaks;
    const shown = this.allBreaks ? all : all.slice(0, FIRST_BREAKS);
    if (all.length <= FIRST_BREAKS) return [legend(all)];
    const words = this.allBreaks ? "Fewer tie-breaks" : "More tie-breaks";
    const button = el("button", { type: "button", class: "quiet", "aria-expanded": String(this.allBreaks) }, words);
    button.dataset.key = "breaks";
    button.addEventListener("click", () => {
      this.allBreaks = !this.allBreaks;
      this.redraw();
    });
    return [button, legend(shown)];
  }

  /** The cells of the tie-breaks, of which all but the first ones may be hidden. @param {HTMLElement[]} cells */
  hidden(cells) {
    for (const cell of cells.slice(FIRST_BREAKS)) cell.hidden = !this.allBreaks;
    return cells;
  }

  /** @param {StandingsLine[]} best */
  podium(best) {
    return el("ol", { class: "podium", "aria-label": "The podium" }, ...best.map((line) =>
      el("li", { class: `place${line.place}` }, el("span", { class: "rank" }, `${line.place}.`), " ",
        el("bdi", {}, this.name(line.number)), " ", el("b", {}, line.points))));
  }

  /**
   * @param {Group} group
   * @param {number} rounds
   */
  group(group, rounds) {
    const name = group.group ? `Group ${group.group}. ` : "";
    const caption = name + (group.games ? played(...group.games) : after(group.rounds, rounds));
    const heads = [
      head("", "Place", "#"), head("name", "Player"), head("", "Points", "Pts"),
      ...Array.from({ length: rounds }, (_, at) => head("round", `Round ${at + 1}`, String(at + 1))),
      ...this.hidden(group.tie_breaks.map((one) => head("break", one.name, one.code))),
    ];
    return table(caption, heads, group.lines.map((line) => this.line(line)), `group-${group.group ?? 1}`);
  }

  /** @param {StandingsLine} line */
  line(line) {
    const player = this.names.get(line.number);
    const name = el("th", { scope: "row", class: "name" }, ...called(player));
    const row = el("tr", {}, el("td", { class: "place" }, String(line.place ?? "")), name,
      el("td", { class: "points" }, line.points),
      ...line.rounds.map((cell, at) => el("td", { class: "round" }, this.cell(cell, at, line.number))),
      ...this.hidden(line.tie_breaks.map((value) => el("td", { class: "break" }, value))));
    return mark(row, player);
  }

  /**
   * What a player did in a round: where it was a game, a way to its board.
   *
   * @param {Cell} cell
   * @param {number} at
   * @param {number} number
   */
  cell(cell, at, number) {
    const colour = cell.white === null ? "" : cell.white ? ", White" : ", Black";
    const against = cell.with === null ? "" : ` against ${this.name(cell.with)}${colour}`;
    const words = `Round ${at + 1}: ${cell.how}${against}`;
    const { kind } = cell;
    if (!cell.game) {
      return el("span", { class: `cell ${kind}`, title: words }, el("span", { "aria-hidden": "true" }, cell.text), el("span", { class: "unseen" }, words));
    }
    return this.toGame(cell.game, `cell-${number}-${at}`, `cell ${kind}`, cell.text, words);
  }

  /**
   * @param {number} game
   * @param {string} key
   * @param {string} kind
   * @param {string} text
   * @param {string} words
   */
  toGame(game, key, kind, text, words) {
    const button = el("button", { type: "button", class: kind, title: `${words} (#${game})`, "aria-label": `${words}. Game #${game}` }, text);
    button.dataset.key = key;
    button.addEventListener("click", () => this.look(game));
    return button;
  }

  /** @param {number} number */
  name(number) {
    return this.names.get(number)?.name ?? "";
  }

  // Rounds

  /** The newest round, unless somebody has chosen another one. @param {Round[]} rounds */
  drawRounds(rounds) {
    const at = Math.min(this.round ?? rounds.length - 1, rounds.length - 1);
    if (roundSelect.options.length !== rounds.length) {
      roundSelect.replaceChildren(...rounds.map((_, n) => el("option", { value: String(n) }, `Round ${n + 1}`)));
    }
    roundSelect.value = String(at);
    $("event-pairs").replaceChildren(...(rounds[at] ? this.pairs(rounds[at], at) : []));
  }

  choose() {
    const rounds = this.event?.rounds ?? [];
    const at = Number(roundSelect.value);
    this.round = at === rounds.length - 1 ? null : at;
    this.drawRounds(rounds);
  }

  /**
   * @param {Round} round
   * @param {number} at
   */
  pairs(round, at) {
    const open = round.pairs.filter((pair) => pair.result === null).length;
    const state = open ? `${open} of ${round.pairs.length} games still being played.` : "All games are over.";
    const heads = [head("", "Board", "#"), head("name", "White"), head("result", "Result"), head("name", "Black"), head("", "Game")];
    const rows = round.pairs.map((pair, n) => {
      const [white, black] = [this.names.get(pair.white), this.names.get(pair.black)];
      const words = `Board of ${white?.name ?? ""} against ${black?.name ?? ""}`;
      const row = el("tr", {}, el("td", { class: "place" }, String(n + 1)),
        el("th", { scope: "row", class: "name" }, ...called(white)),
        el("td", { class: "result" }, pair.result ?? el("span", { class: "playing" }, "playing")),
        el("td", { class: "name" }, ...called(black)),
        el("td", {}, this.toGame(pair.game, `pair-${pair.game}`, "cell", `#${pair.game}`, words)));
      return mark(row, white?.mine ? white : black);
    });
    const free = round.free.map((words) => el("li", {}, words));
    return [
      table(`Round ${at + 1}. ${state}`, heads, rows, "pairs"),
      ...(free.length ? [el("ul", { class: "free" }, ...free)] : []),
    ];
  }

  // Tabs

  /** @param {string} chosen */
  turn(chosen) {
    for (const [tab, page] of pages) {
      const isIt = tab === chosen;
      $(tab).setAttribute("aria-selected", String(isIt));
      $(tab).tabIndex = isIt ? 0 : -1;
      $(page).hidden = !isIt;
    }
  }

  /** @param {KeyboardEvent} event */
  tabKey(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = event.target === $(pages[0][0]) ? pages[1][0] : pages[0][0];
    this.turn(other);
    $(other).focus();
  }
}
