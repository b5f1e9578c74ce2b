// The page: a chat channel whose host is a bot. Wires the parts together.

import { back, follow, named as addressed } from "./address.js";
import { Beginning } from "./beginning.js";
import { Box } from "./box.js";
import { byId as $, first } from "./dom.js";
import { Entering } from "./entering.js";
import { Fitting, isMove } from "./fitting.js";
import { Games } from "./games.js";
import { Happens } from "./happens.js";
import { Home } from "./home.js";
import { names, tab } from "./keep.js";
import { Later } from "./later.js";
import { Link } from "./link.js";
import { Log } from "./log.js";
import { Messages } from "./messages.js";
import { tell } from "./notice.js";
import { state } from "./state.js";
import { Table } from "./table.js";
import { Visit } from "./visit.js";

/** @import { Ask, Doable, Line, Lines, Older, Place, Question, Seen, Stopped, ToPage, Welcome } from "./types" */

const NOTES = {
  channel: ["channel", "Everyone here reads this."],
  private: ["private", "Only you and the bot read this."],
};
const banner = $("banner");
const older = $("older");

/** @type {Ask} */
const ask = (about) => link.ask(about);

/**
 * Goes to the board of a game by its number, also of one that is not in the list.
 *
 * @param {number} no
 * @param {Place} [place]
 */
const lookAt = (no, place) => look(state.games.find((game) => game.no === no) ?? { no, place });

const log = new Log(state, {
  put: (text) => box.put(text),
  reply: (line) => box.reply(line),
  square: (square, line) => box.square(square, line),
  start,
  look: lookAt,
});
const box = new Box(state, {
  send: (text, line, seen) => say(text, line?.id, undefined, undefined, seen),
  act,
  ask,
  marked: (squares, game, targets) => {
    log.mark(squares, game, targets);
    table?.mark(squares, game);
  },
  leaf: (step) => log.leaf(step),
  seen: (no) => (table.info?.no === no ? table.info.seen : undefined),
  facing: () => table.own()?.no ?? null,
  forMe: () => fitting.forMe(),
  events: () => later.events?.chips() ?? { first: [], last: [] },
});
const fitting = new Fitting(state, log, { ask, show, offer: () => box.offer(), table: () => table.own() });
const table = new Table(state, {
  ask,
  act: (action) => act(action, true),
  say: sayAt,
  onWay: (seen) => messages.onWay(seen),
  awaits: (id) => messages.awaits(id),
  changed: tabled,
  went: (before, after) => happens.went(before, after),
  moved: () => happens.moved(),
  missing: (no) => messages.trouble(`There is no game #${no} that you can see here.`),
});
const happens = new Happens(state, {
  ask,
  act: (action) => act(action, true),
  open: (no) => lookAt(no),
  facing: () => table.no,
  inUse: () => Boolean($("box", HTMLInputElement).value) || table.isUsed(),
});
const home = new Home(state, {
  ask,
  act,
  start: (line) => {
    show("channel"); // Where others can see the game that begins, and join in.
    start(line);
  },
  read: (line) => act({ line, says: "private", game: null }),
  look: (no, place) => lookAt(no, place ?? "channel"),
  challenge: (who) => beginning.open({ who }),
  visit: (who) => visit.to(who),
});
const visit = new Visit(state, {
  ask,
  act,
  look: (no, place, from) => {
    lookAt(no, place ?? "channel");
    if (from === 0) table.replay(no);
  },
  challenge: (who) => beginning.open({ who }),
  trouble: (text) => messages.trouble(text),
  away: () => table.close(),
});
const later = new Later(state, {
  ask,
  act,
  offer: () => box.offer(),
  look: lookAt,
  show: (place, node) => log.behind(place, node),
  send: (message) => link.send(message),
  taken: (name, secret) => entering.take(name, secret),
  leave: () => leave(`${state.you?.name} is signed out here.`),
  trouble: (text) => messages.trouble(text),
});
const beginning = new Beginning({
  ask,
  act,
  people: () => state.people.filter((name) => name !== state.you?.name),
  state,
  trouble: (text) => messages.trouble(text),
});
const games = new Games(state, { ask, look, timed: (times) => log.times(times) });
const entering = new Entering(state, {
  send: (message) => link.send(message),
  last: () => log.last(),
  named,
  focus: () => box.focus(),
});
const messages = new Messages(state, {
  send: (message) => link.send(message),
  wait: (entry) => log.wait(entry),
  settle: (id) => log.settle(id),
  putBack: (text) => box.putBack(text),
  unnamed: () => entering.takeOffered(),
  gone: () => table.refresh(),
});
const link = new Link({ open: () => entering.opened(), heard, changed: connection });

// What the program sends

/** @param {ToPage} message */
function heard(message) {
  switch (message.type) {
    case "welcome": return welcome(message);
    case "refused": return entering.refused(message);
    case "lines": return lines(message);
    case "older": return earlier(message);
    case "line": return line(message.line);
    case "kept":
      messages.kept(message, log.isAnswered(message.line));
      table.kept(message);
      return later.events?.kept(message);
    case "unkept":
      later.events?.unkept(message);
      table.unkept(message);
      return messages.unkept(message);
    case "note": return log.note(message.place, message.text);
    case "stopped": return stopped(message);
    case "out":
      return leave(message.why);
    case "device": return later.devices?.heard(message);
    case "people": return people(message.here);
    case "games":
      games.heard(message.games);
      later.changed();
      happens.games();
      table.games();
      later.games();
      home.changed();
      fitting.ask();
      arrange();
      return box.offer();
  }
}

/** This browser has its name no more: what this person alone may see goes with the page. @param {string} why */
function leave(why) {
  if (state.you) names.lost(state.you.key, state.you.name, why);
  location.reload();
}

/** @param {Welcome} message */
function welcome(message) {
  if (state.build && message.build !== state.build) location.reload();
  Object.assign(state, { run: message.run, build: message.build, greeting: message.greeting, open: message.open, address: message.address });
  $("signing-key").textContent = message.signing_key;
  home.greet(message.greeting);
  entering.welcome(message);
  messages.resend();
}

/** Shows the page, once it is known what stands beside the lines: it would push them away later. */
async function arrange() {
  if (document.body.classList.contains("arriving")) await (table.asking ?? home.refreshing.now());
  if (!document.body.classList.contains("arriving")) return;
  document.body.classList.remove("arriving");
  // What was hidden could not take the focus.
  if (document.activeElement === document.body) box.focus();
}

/** This tab goes by a new name. */
function named() {
  log.dropWaiting();
  messages.named();
  box.focus();
}

/** @param {Lines} message */
function lines({ fresh, lines: found, more }) {
  if (fresh) {
    log.clear();
    for (const place of more) {
      // Where none of the last lines is for this person, the search for older ones begins at the end.
      const ids = found.filter((line) => line.place === place).map((line) => line.id);
      log.oldest[place] = Math.min(...ids, Number.MAX_SAFE_INTEGER);
    }
  }
  log.history(found);
  fitting.ask();
  later.changed();
  arrive();
  const mine = found.filter((line) => line.author && line.author.id === state.you?.id);
  box.remember(mine.map((line) => line.text.map((span) => span.s).join("")));
  show(state.you ? state.place : "channel");
  if (fresh && !mine.length && state.greeting) log.greet(state.greeting);
  if (table.no !== null) table.refresh();
  home.changed();
  // The games of somebody with a name come next.
  if (!state.you) arrange();
}

let arriving = addressed(); // What the address names, until it is opened.

/** Opens what the address of the page names. */
function arrive() {
  const { game, event, person } = arriving;
  arriving = {};
  if (game !== undefined) table.want(game);
  if (person !== undefined) visit.to(person);
  if (event !== undefined) later.event(event);
}

/** @param {Older} message */
function earlier({ place, lines: found, before }) {
  log.oldest[place] = before;
  log.atEnd = false;
  log.history(found);
  older.hidden = log.oldest[state.place] === null;
}

/** @param {Line} found */
function line(found) {
  if (!log.add(found)) return;
  older.hidden = log.oldest[state.place] === null; // Old lines may have left.
  if (found.answers && !found.author) messages.answered(found.answers);
  const isMine = found.author ? found.author.id === state.you?.id : table.heard(found);
  if (found.place !== state.place && !isMine) first(document, `[data-place=${found.place}]`).classList.add("fresh");
  if (!found.author) {
    fitting.ask();
    home.changed();
    later.events?.heard(found);
  }
  if (!found.author && state.you && found.ping?.includes(state.you.id)) {
    tell(found, lookAt);
    happens.called(found);
  }
  box.offer();
}

/** @param {string[]} here */
function people(here) {
  state.people = here;
  home.changed();
  $("people-part").hidden = !here.length;
  beginning.people(here, state.you?.name);
}

/** The host has stopped: that stays on the page until it is back. @param {Stopped} message */
function stopped({ why }) {
  state.stopped = why;
  banner.hidden = false;
  banner.textContent = why;
}

let late = 0;

/** @param {boolean} there @param {string} [why] */
function connection(there, why) {
  clearTimeout(late);
  log.stuck(!there);
  if (there) {
    state.stopped = null;
    banner.hidden = true;
    log.mend();
  } else {
    later.devices?.lost();
    // A moment's break is not worth a word.
    late = setTimeout(() => {
      banner.hidden = false;
      banner.textContent = why ?? state.stopped ?? "The connection is lost. I keep trying; what you send is kept and goes out by itself.";
    }, 700);
  }
}

// What this person does

/**
 * Says a text, in the place that is shown if no other is named, and about the game on the table if it is about none;
 * returns the id of the message.
 *
 * @param {string} text
 * @param {number | null} [replyTo]
 * @param {Question} [question]
 * @param {Place} [place]
 * @param {Seen} [seen]
 * @param {number | null} [about]
 * @returns {string}
 */
function say(text, replyTo, question, place = state.place, seen, about) {
  happens.expects(text);
  log.greeted();
  return messages.say(text, place, replyTo, question, seen, about ?? table.own()?.no);
}

/**
 * Says a text where a game is played, whatever the chat shows; returns the id of the message.
 *
 * @param {string} text
 * @param {Place | null} place
 * @param {Seen} [seen]
 */
function sayAt(text, place, seen) {
  return say(text, null, undefined, place ?? state.place, seen);
}

/**
 * Does what an action says, in the place where its line is to be said; returns the id of the message. Whoever is to
 * `stay` where they are sees what comes of it there.
 *
 * @param {Doable & { id?: string, ply?: number | null }} action
 */
function act(action, stay = false) {
  const game = state.games.find((one) => one.no === action.game);
  const place = action.says === "private" ? "private" : action.says === "atgame" ? game?.place ?? "channel" : state.place;
  if (place !== state.place && !stay) show(place);
  const { game: no, ply } = action;
  const seen = isMove(action) && no !== null && ply != null ? { game: no, ply, drafts: null } : undefined;
  const id = say(action.line, null, action.question, place, seen, no);
  if (!stay) box.focus();
  return id;
}

/** Says what begins a game. @param {string} text */
function start(text) {
  say(text);
  box.focus(); // What was tapped is gone.
}

/** @param {Place} place */
function show(place) {
  state.place = place;
  tab.setItem("mc.place", place);
  const [title, note] = NOTES[place];
  $("place-title").textContent = title;
  $("place-note").textContent = note;
  for (const button of placeButtons()) {
    const here = button.dataset.place === place;
    if (here) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    if (here) button.classList.remove("fresh");
  }
  older.hidden = log.oldest[place] === null;
  log.show(place);
  fitting.ask();
  box.offer();
}

/** @returns {NodeListOf<HTMLElement>} */
function placeButtons() {
  return document.querySelectorAll("[data-place]");
}

/** Puts a game on the table. @param {{ no: number, place?: Place | null }} game */
function look(game) {
  show(game.place ?? state.place);
  table.want(game.no);
  follow(`/game/${game.no}`);
  log.newestBoard(state.place, game.no)?.node.scrollIntoView({ block: "center" });
  box.focus();
}

/** A game is on the table, or none is: Home stands there then. @param {number | null} no */
function tabled(no) {
  if (no !== null) visit.leave();
  home.show(no === null && visit.who === null);
  if (visit.who !== null) return document.body.classList.add("has-home"); // It has the place of Home.
  const { game } = addressed();
  if (table.closed) follow("/");
  else if (no !== null && game !== undefined && game !== no && arriving.game === undefined) follow(`/game/${no}`, true);
  if (log.onTable(no)) fitting.offer();
}

/** Goes to what an address names, Home if it names nothing. @param {ReturnType<typeof addressed>} to */
function go({ game, person }) {
  if (person !== undefined) return visit.to(person);
  visit.leave();
  if (game === undefined) table.close();
  else table.want(game);
}

$("home-open").addEventListener("click", () => go({}));
$("profile-open").addEventListener("click", () => state.you && visit.to(state.you.name));
back(go);

older.addEventListener("click", () => {
  const before = log.oldest[state.place];
  if (before !== null) link.send({ type: "older", place: state.place, before });
});
for (const button of placeButtons()) {
  button.addEventListener("click", () => {
    show(button.dataset.place === "private" ? "private" : "channel");
    box.focus();
  });
}

const why = names.whyLost();
if (why) messages.trouble(why);
box.offer();
box.focus();
link.connect();
