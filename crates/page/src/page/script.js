// The page: a chat channel whose host is a bot. Wires the parts together.

import { named as addressed } from "./address.js";
import { Beginning } from "./beginning.js";
import { Box } from "./box.js";
import { byId as $, first } from "./dom.js";
import { TableLoader } from "./table-loader.js";
import { Entering } from "./entering.js";
import { Fitting, isMove } from "./fitting.js";
import { Games } from "./games.js";
import { Happens } from "./happens.js";
import { Home } from "./home.js";
import { names, tab } from "./keep.js";
import { Later } from "./later.js";
import { Link } from "./link.js";
import { Log } from "./log.js";
import { isLook, seenHere } from "./looks.js";
import { Messages } from "./messages.js";
import { tell } from "./notice.js";
import { state } from "./state.js";
import { Views } from "./views.js";

/** @import { Ask, Doable, Line, Lines, Older, Place, Question, Seen, Stopped, ToPage, Welcome } from "./types" */

const banner = $("banner");
const older = $("older");

/** @type {Ask} */
const ask = (about) => link.ask(about);

/**
 * Goes to the table of a game by its number, also of one that is not in the list.
 *
 * @param {number} no
 * @param {Place} [place]
 * @param {number} [at]
 */
const lookAt = (no, place, at) => look(state.games.find((game) => game.no === no) ?? { no, place }, at);
/** Asks in private what is no word for others. @param {string} line */
const read = (line, game = /** @type {number | null} */ (null)) => act({ line, says: "private", game });

const log = new Log(state, {
  put: (text) => box.put(text),
  reply: (line) => box.reply(line),
  look: lookAt,
});
const box = new Box(state, {
  send: (text, line, seen) => say(text, line?.id, undefined, undefined, seen),
  act,
  ask,
  marked: (squares, game) => table?.mark(squares, game),
  leaf: (step) => log.leaf(step),
  seen: (no) => (table.info?.no === no ? table.info.seen : undefined),
  facing: () => table.own()?.no ?? null,
  forMe: () => fitting.forMe(),
  events: () => later.events?.chips() ?? { first: [], last: [] },
});
const fitting = new Fitting(state, log, { ask, show, offer: () => box.offer(), table: () => table.own() });
const table = new TableLoader(state, {
  ask,
  act: (action) => act(action, true),
  say: sayAt,
  onWay: (seen) => messages.onWay(seen),
  answerTo: (line) => log.answerTo(line),
  awaits: (id) => messages.awaits(id),
  changed: tabled,
  went: (before, after) => happens.went(before, after),
  moved: () => happens.moved(),
  missing: (no) => messages.trouble(`There is no game #${no} that you can see here.`),
  trouble: (text) => messages.trouble(text),
});
const happens = new Happens(state, {
  ask,
  act: (action) => act(action, true),
  open: (no) => lookAt(no),
  facing: () => table.no,
  isOver: () => table.info?.running === false,
  inUse: () => Boolean($("box", HTMLInputElement).value) || table.isUsed(),
});
const home = new Home(state, {
  ask,
  act,
  start: (line) => {
    show("channel"); // Where others can see the game that begins, and join in.
    say(line);
    box.focus(); // What was tapped is gone.
  },
  read,
  look: (no, place) => lookAt(no, place ?? "channel"),
  challenge: (who) => beginning.open({ who }),
  visit: (who) => views.visit(who),
});
const views = new Views({ home, table, person: (name) => later.person(name), me: () => state.you?.name, show, focus: () => box.focus() });
const later = new Later(state, {
  ask,
  act,
  offer: () => box.offer(),
  look: (no, place, at) => lookAt(no, place ?? "channel", at),
  challenge: (who) => beginning.open({ who }),
  show: (place, node) => log.behind(place, node),
  send: (message) => link.send(message),
  taken: (name, secret) => entering.take(name, secret),
  put: (text) => box.put(text),
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
      messages.kept(message, log.answerTo(message.line));
      table.kept(message);
      return later.events?.kept(message);
    case "unkept":
      later.events?.unkept(message);
      table.unkept(message);
      return messages.unkept(message);
    case "note": return log.note(message.place, message.text);
    case "stopped": return stopped(message);
    case "out": return leave(message.why);
    case "device": return later.devices?.heard(message);
    case "people": return people(message.here);
    case "games":
      games.heard(message.games);
      log.games();
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
  location.replace("/");
}

/** @param {Welcome} message */
function welcome(message) {
  if (state.build && message.build !== state.build) location.reload();
  Object.assign(state, { run: message.run, build: message.build, greeting: message.greeting, open: message.open, address: message.address });
  $("signing-key").textContent = message.signing_key;
  entering.welcome(message);
  messages.resend();
}

/** Shows the page, once it is known what stands beside the lines: it would push them away later. */
async function arrange() {
  if (document.body.classList.contains("arriving")) await (table.asking ?? home.refreshing.now());
  if (!document.body.classList.contains("arriving")) return;
  document.body.classList.remove("arriving");
  table.load();
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
  if (person !== undefined) views.visit(person);
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
  if (!isMine) views.heard();
  if (found.place !== state.place && !isMine) first(document, `[data-place=${found.place}]`).classList.add("fresh");
  if (!found.author) {
    fitting.ask();
    home.changed();
    later.heard(found);
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
  later.people?.changed();
  $("here").textContent = here.length ? `${here.length} here` : "";
  beginning.people();
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
  document.body.classList.toggle("offline", !there);
  messages.there = there;
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
  const looks = isLook(action.line);
  if (looks && shows(action)) return "";
  const game = state.games.find((one) => one.no === action.game);
  const atGame = action.says === "atgame" ? game?.place ?? "channel" : state.place;
  const place = looks || action.says === "private" ? "private" : atGame;
  if (looks) {
    views.chat(true);
    stay = false;
  }
  if (place !== state.place && !stay) show(place);
  const { game: no, ply } = action;
  const seen = isMove(action) && no !== null && ply != null ? { game: no, ply, drafts: null } : undefined;
  const id = say(action.line, null, action.question, place, seen, no);
  if (!stay) box.focus();
  return id;
}

/** Shows what an action would have told, where the page has it itself. @param {Doable} action */
function shows(action) {
  const { game, event, help, rules } = seenHere(action);
  if (game !== undefined) lookAt(game);
  if (event !== undefined) later.event(event);
  if (help !== undefined) later.help(help);
  if (rules !== undefined) later.rules(rules, state.games.find((one) => one.no === (action.game ?? table.no))?.kind);
  return [game, event, help, rules].some((shown) => shown !== undefined);
}

/** @param {Place} place */
function show(place) {
  state.place = place;
  tab.setItem("mc.place", place);
  views.place(place);
  older.hidden = log.oldest[place] === null;
  log.show(place);
  fitting.ask();
  box.offer();
}

/** Puts a game on the table, at a ply if one is named. @param {{ no: number, place?: Place | null }} game @param {number} [at] */
function look(game, at) {
  show(game.place ?? state.place);
  views.table(game.no, at);
  box.focus();
}

/** A game is on the table, or none is: Home stands there then. @param {number | null} no */
function tabled(no) {
  views.shown(no);
  games.shown(no);
  if (log.onTable(no)) fitting.offer();
}

older.addEventListener("click", () => {
  const before = log.oldest[state.place];
  if (before !== null) link.send({ type: "older", place: state.place, before });
});

const why = names.whyLost();
if (why) messages.trouble(why);
if (why) views.chat(true); // It stands there.
box.offer();
box.focus();
link.connect();
