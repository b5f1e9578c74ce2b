// The panel about an event: its players before it begins, then its standings and its rounds.

import { actButton, nextGame } from "./buttons.js";
import { el, textNodes } from "./draw.js";
import { Organise } from "./organise.js";
import { Paced } from "./paced.js";
import { Said } from "./said.js";

const APART = 2_000; // Milliseconds: a panel of a large event is asked for no more often.
const MOST_ON_PODIUM = 6; // Of many who share a place it shows so many at most.
const FIRST_BREAKS = 2; // So many tie-breaks are shown before somebody wants them all.
const AWAY = "away"; // How it is closed by whoever goes to a game from it.
const $ = (id) => document.getElementById(id);
const dialog = $("event");
const pages = [["event-tab-table", "event-table"], ["event-tab-rounds", "event-rounds"]];

export class EventPanel {
  /**
   * `ask` asks the program, `act` does an action, `me` tells who that is, `look` goes to a game, `back` is called when
   * it is closed.
   */
  constructor({ ask, act, me, look, back }) {
    Object.assign(this, { ask, back });
    this.said = new Said($("event-answer"), { act, me });
    this.act = (action) => this.said.act(action);
    this.organise = new Organise(this.act);
    this.no = null;
    this.event = null;
    this.seen = ""; // What is shown, to draw it anew only if it differs.
    this.names = new Map(); // start number → player
    this.allBreaks = false; // Whether all tie-breaks are shown.
    this.round = null; // The round that was chosen; `null` for the newest.
    this.refreshing = new Paced(() => this.refresh(), APART);
    this.look = (game) => {
      dialog.close(AWAY);
      look(game);
    };
    dialog.addEventListener("close", () => this.closed());
    // A tap beside the panel closes it: such a tap hits the dialog itself, and none of what is in it.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    $("event-close").addEventListener("click", () => dialog.close());
    $("event-round").addEventListener("change", (event) => this.choose(event.target));
    for (const [tab] of pages) {
      $(tab).addEventListener("click", () => this.turn(tab));
      $(tab).addEventListener("keydown", (event) => this.tabKey(event));
    }
  }

  async open(no) {
    Object.assign(this, { no, event: null, seen: "", round: null });
    await this.refreshing.now();
    if (this.no !== no || !this.event || dialog.open) return;
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

  /** Whether a game belongs to the event that it shows. */
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
    if (seen !== this.seen) this.keepingPlace(() => this.draw());
    this.seen = seen;
  }

  /** Draws, and leaves who reads it where they are. */
  keepingPlace(draw) {
    const focused = dialog.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const scrolled = [dialog, ...dialog.querySelectorAll(".wide")].map((node) => [node.scrollLeft, node.scrollTop]);
    draw();
    [dialog, ...dialog.querySelectorAll(".wide")].forEach((node, at) => {
      [node.scrollLeft, node.scrollTop] = scrolled[at] ?? [0, 0];
    });
    if (focused) (dialog.querySelector(`[data-key="${focused}"]`) ?? $("event-close")).focus({ preventScroll: true });
  }

  draw() {
    const { event } = this;
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
    $("event-table").replaceChildren(...(event.groups.length ? this.standings() : [players(event.players)]));
    this.drawRounds();
  }

  // Standings

  standings() {
    const { event } = this;
    const best = event.groups.length === 1 ? event.groups[0].lines.filter((line) => line.podium).slice(0, MOST_ON_PODIUM) : [];
    const won = best.length ? [this.podium(best)] : [];
    return [...won, ...event.groups.map((group) => this.group(group)), ...this.breaks(event.groups[0])];
  }

  /** How the cells are read, and the way to the tie-breaks that are not shown at first. */
  breaks(group) {
    const all = group.tie_breaks;
    const shown = this.allBreaks ? all : all.slice(0, FIRST_BREAKS);
    if (all.length <= FIRST_BREAKS) return [legend(all)];
    const words = this.allBreaks ? "Fewer tie-breaks" : "More tie-breaks";
    const button = el("button", { type: "button", class: "quiet", "aria-expanded": String(this.allBreaks) }, words);
    button.dataset.key = "breaks";
    button.addEventListener("click", () => {
      this.allBreaks = !this.allBreaks;
      this.keepingPlace(() => this.draw());
    });
    return [button, legend(shown)];
  }

  /** The cells of the tie-breaks, of which all but the first ones may be hidden. */
  hidden(cells) {
    for (const cell of cells.slice(FIRST_BREAKS)) cell.hidden = !this.allBreaks;
    return cells;
  }

  podium(best) {
    return el("ol", { class: "podium", "aria-label": "The podium" }, ...best.map((line) =>
      el("li", { class: `place${line.place}` }, el("span", { class: "rank" }, `${line.place}.`), " ",
        el("bdi", {}, this.name(line.number)), " ", el("b", {}, line.points))));
  }

  group(group) {
    const rounds = this.event.rounds.length;
    const name = group.group ? `Group ${group.group}. ` : "";
    const caption = name + (group.games ? played(...group.games) : after(group.rounds, rounds));
    const heads = [
      head("", "Place", "#"), head("name", "Player"), head("", "Points", "Pts"),
      ...Array.from({ length: rounds }, (_, at) => head("round", `Round ${at + 1}`, String(at + 1))),
      ...this.hidden(group.tie_breaks.map((one) => head("break", one.name, one.code))),
    ];
    return table(caption, heads, group.lines.map((line) => this.line(line)), `group-${group.group ?? 1}`);
  }

  line(line) {
    const player = this.names.get(line.number);
    const name = el("th", { scope: "row", class: "name" }, ...called(player));
    const row = el("tr", {}, el("td", { class: "place" }, String(line.place ?? "")), name,
      el("td", { class: "points" }, line.points),
      ...line.rounds.map((cell, at) => el("td", { class: "round" }, this.cell(cell, at, line.number))),
      ...this.hidden(line.tie_breaks.map((value) => el("td", { class: "break" }, value))));
    return mark(row, player);
  }

  /** What a player did in a round: where it was a game, a way to its board. */
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

  toGame(game, key, kind, text, words) {
    const button = el("button", { type: "button", class: kind, title: `${words} (#${game})`, "aria-label": `${words}. Game #${game}` }, text);
    button.dataset.key = key;
    button.addEventListener("click", () => this.look(game));
    return button;
  }

  name(number) {
    return this.names.get(number)?.name ?? "";
  }

  // Rounds

  /** The newest round, unless somebody has chosen another one. */
  drawRounds() {
    const { rounds } = this.event;
    const at = Math.min(this.round ?? rounds.length - 1, rounds.length - 1);
    const select = $("event-round");
    if (select.options.length !== rounds.length) {
      select.replaceChildren(...rounds.map((_, n) => el("option", { value: String(n) }, `Round ${n + 1}`)));
    }
    select.value = String(at);
    $("event-pairs").replaceChildren(...(rounds[at] ? this.pairs(rounds[at], at) : []));
  }

  choose(select) {
    const at = Number(select.value);
    this.round = at === this.event.rounds.length - 1 ? null : at;
    this.drawRounds();
  }

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

  turn(chosen) {
    for (const [tab, page] of pages) {
      const isIt = tab === chosen;
      $(tab).setAttribute("aria-selected", String(isIt));
      $(tab).tabIndex = isIt ? 0 : -1;
      $(page).hidden = !isIt;
    }
  }

  tabKey(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = pages.map(([tab]) => tab).find((tab) => tab !== event.target.id);
    this.turn(other);
    $(other).focus();
  }
}

/** Who has entered, before there are standings. */
function players(found) {
  const words = found.length ? `${found.length} ${found.length === 1 ? "has" : "have"} entered.` : "Nobody has entered yet.";
  const heads = [head("", "Number", "#"), head("name", "Player"), head("", "Rating"), head("", "Here")];
  const rows = found.map((player, at) => mark(el("tr", {},
    el("td", { class: "place" }, String(at + 1)), el("th", { scope: "row", class: "name" }, ...called(player)),
    el("td", {}, player.rating ? String(player.rating) : "–"), el("td", {}, player.here ? "yes" : "–")), player));
  return found.length ? table(words, heads, rows, "players") : el("p", {}, words);
}

/** What the standings count. */
function after(counted, rounds) {
  const over = counted ? `After ${counted} round${counted === 1 ? "" : "s"}.` : "No round is over yet.";
  return counted < rounds ? `${over} Round ${rounds} is being played.` : over;
}

/** The same in a league, in which all rounds are played at once. */
function played(over, all) {
  return over === all ? "All games are over." : `${over} of ${all} games are over.`;
}

/** How the cells of the standings are read. */
function legend(breaks) {
  const codes = breaks.map((one) => `${one.code} ${one.name}`).join(", ");
  return el("p", { class: "legend" },
    "2w1: against the player of line 2, with White (b: Black), won (½ drew, 0 lost, … is being played). ",
    "A plus is a point without a game. Of equal points decide, one after the other: ", codes, ".");
}

function head(kind, words, short = words) {
  const cell = el("th", { scope: "col", class: kind });
  cell.append(short === words ? words : el("abbr", { title: words, "aria-label": words }, short));
  return cell;
}

/** A table that moves sideways in itself where it is too wide; `key` tells it from the others. */
function table(caption, heads, rows, key) {
  const made = el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
  const region = el("div", { class: "wide", role: "region", "aria-label": caption, tabIndex: 0 }, made);
  region.dataset.key = key;
  return region;
}

/** A player in a table. */
const called = (player) => [
  el("bdi", {}, player?.name ?? ""),
  player?.mine ? el("span", { class: "tag" }, "you") : null,
  player?.gone ? el("span", { class: "tag" }, "left") : null,
].filter((node) => node !== null);

function mark(row, player) {
  row.classList.toggle("mine", player?.mine === true);
  return row;
}
