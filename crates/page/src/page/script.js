// The page: a chat channel whose host is a bot. Wires the parts together.

import { Box } from "./box.js";
import { Devices } from "./device.js";
import { el, face, refill } from "./draw.js";
import { Events } from "./events.js";
import { names, outbox, tab } from "./keep.js";
import { Link } from "./link.js";
import { Log } from "./log.js";
import { offer as offerNotices, tell } from "./notice.js";
import { Table } from "./table.js";
import { when } from "./times.js";

const TITLE = "Martian Cake";
const NOTES = {
  channel: ["channel", "Everyone here reads this."],
  private: ["private", "Only you and the bot read this."],
};
const ANSWER_TIME = 15_000; // How long a kept message may go unanswered before it counts as talk.
const PATIENCE = 10 * 60_000; // How long a kept message is worth sending again after a restart.
const STALE = 60 * 60_000; // After that a message that never left is only put back into the box.
const $ = (id) => document.getElementById(id);

const state = {
  you: null,
  place: tab.getItem("mc.place") === "private" && names.mine() ? "private" : "channel",
  games: [],
  times: new Map(), // When time is over in games with clocks, by their numbers.
  people: [],
  run: null,
  build: null,
  greeting: null,
  fits: { channel: [], private: [] }, // What can be done next in each place, as the program says.
  /** Whether this person arranges men in a game, as far as what fits in private says. */
  arranges: (game) => setUps(state.fits.private).has(game),
  knows: (key) => state.people.some((name) => name.toLowerCase() === key),
};
// The name that is asked for; whether this connection was answered.
const wished = { name: names.mine(), secret: null, answered: false };
const unnamed = []; // Messages typed before there is a name.

/** Goes to the board of a game by its number, also of one that is not in the list. */
const lookAt = (no, place) => look(state.games.find((game) => game.no === no) ?? { no, place });

const log = new Log(state, {
  put: (text) => box.put(text),
  reply: (line) => box.reply(line),
  square: (square, line) => box.square(square, line),
  start: (text) => say(text, null),
  look: lookAt,
});
const box = new Box(state, {
  send: (text, line) => say(text, line?.id),
  act,
  ask: (about) => link.ask(about),
  marked: (squares, game, targets) => {
    log.mark(squares, game, targets);
    table?.mark(squares, game);
  },
  leaf: (step) => log.leaf(step),
  forMe,
  events: () => events.chips(),
});
const events = new Events(state, {
  ask: (about) => link.ask(about),
  act,
  look: (no) => lookAt(no, "channel"),
  offer: () => box.offer(),
});
const table = new Table(state, {
  ask: (about) => link.ask(about),
  act: (action) => act(action, true),
  say: (text, place) => say(text, null, undefined, place ?? state.place),
  changed: (no) => log.onTable(no),
});
const devices = new Devices({ send: (message) => link.send(message), taken: take });
const link = new Link({ open: opened, heard, changed: connection });

// Names

function opened() {
  wished.answered = false;
  enter();
}

function enter() {
  if (wished.name) wished.secret ??= names.secret(wished.name);
  link.send({
    type: "enter",
    name: wished.name ? { name: wished.name, secret: wished.secret } : null,
    last: state.you && state.you.name === wished.name ? log.last() : null,
    locale: navigator.language || null,
  });
}

function take(name, secret = names.secret(name)) {
  Object.assign(wished, { name, secret });
  enter();
}

function refused({ why, offer, key }) {
  // Written differently it may be a name of ours all the same.
  if (key && names.has(key) && names.secret(key) !== wished.secret) {
    wished.secret = names.secret(key);
    enter();
    return;
  }
  Object.assign(wished, { name: wished.answered ? state.you?.name ?? null : null, secret: null });
  showNameForm(offer ?? "");
  $("name-note").textContent = offer ? `${why} How about ${offer}?` : why;
  $("name-note").classList.add("wrong");
  $("name").select();
  // A tab whose own name is gone goes on as a guest.
  if (!wished.answered) enter();
}

function showNameForm(name) {
  $("name-form").hidden = false;
  $("name-cancel").hidden = !state.you;
  $("name").value = name;
  $("name-note").classList.remove("wrong");
  $("name-note").textContent = state.you
    ? "A name that you had in this browser stays yours."
    : "Take this one or type your own. Anything you tap or send uses it.";
}

function welcome(message) {
  if (state.build && message.build !== state.build) location.reload();
  wished.answered = true;
  const { suggestion } = message;
  const changed = state.you?.id !== message.you?.id;
  Object.assign(state, { run: message.run, build: message.build, you: message.you ?? null, greeting: message.greeting });
  $("signing-key").textContent = message.signing_key;
  if (state.you) {
    names.took(state.you.key, state.you.name, wished.secret);
    wished.name = state.you.name;
    $("name-form").hidden = true;
    if (changed) changedName();
    resend();
  } else if ($("name-form").hidden) {
    showNameForm(suggestion ?? "");
  }
}

function changedName() {
  $("me").hidden = false;
  $("me").querySelector(".face").replaceWith(face(state.you));
  $("me").querySelector(".me-name").textContent = state.you.name;
  document.querySelector("[data-place=private]").hidden = false;
  offerNotices(true);
  $("device").hidden = false;
  log.dropWaiting();
  for (const entry of unnamed.splice(0)) hold(entry);
  box.focus();
}

// Messages

function say(text, replyTo, question, place = state.place) {
  $("trouble").hidden = true;
  table.expects(text);
  const entry = outbox.make(text, place, replyTo, question);
  log.greeted();
  if (state.you) {
    hold(entry);
    post(entry);
  } else {
    unnamed.push(entry);
    take($("name").value);
  }
  return entry.id;
}

function hold(entry) {
  entry.as = state.you.key;
  outbox.put(entry);
  log.wait(entry);
}

function post(entry) {
  const { id, salt, place, text, reply_to, question } = entry;
  if (link.send({ type: "say", id, salt, place, text, reply_to, question, again: Boolean(entry.sent) })) {
    outbox.put({ ...entry, sent: true });
  }
}

/** What may not have arrived, or arrived just before the program stopped. */
function resend() {
  for (const entry of outbox.of(state.you.key)) {
    const age = Date.now() - entry.at;
    if (entry.kept && (entry.run === state.run || age > PATIENCE)) {
      outbox.drop(entry.id);
    } else if (age > STALE) {
      outbox.drop(entry.id);
      if (!$("box").value) box.put(entry.text);
    } else {
      if (!entry.kept) log.wait(entry);
      post(entry);
    }
  }
}

function kept({ id, line }) {
  log.settle(id);
  events.kept({ id, line });
  const entry = outbox.get(id);
  if (!entry) return;
  outbox.put({ ...entry, kept: line, run: state.run });
  setTimeout(() => outbox.drop(id), ANSWER_TIME);
}

function unkept({ id, why, retry }) {
  events.unkept({ id, why });
  const entry = outbox.get(id);
  $("trouble").textContent = why;
  $("trouble").hidden = false;
  if (retry && entry) {
    setTimeout(() => post(entry), 3_000);
    return;
  }
  log.settle(id);
  outbox.drop(id);
  if (entry && !$("box").value) box.put(entry.text);
}

// Lines

function heard(message) {
  const { type } = message;
  if (type === "welcome") welcome(message);
  else if (type === "refused") refused(message);
  else if (type === "lines") lines(message);
  else if (type === "older") older(message);
  else if (type === "line") line(message.line);
  else if (type === "kept") kept(message);
  else if (type === "unkept") unkept(message);
  else if (type === "note") log.note(message.place, message.text);
  else if (type === "stopped") stopped(message);
  else if (type === "device") devices.heard(message);
  else if (type === "people") people(message.here);
  else if (type === "games") games(message.games);
}

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
  askFits();
  events.changed();
  if (table.no !== null) table.refresh();
  else found.filter((line) => line.picture?.shows === "board").slice(-1).forEach((line) => table.heard(line));
  const mine = found.filter((line) => line.author && line.author.id === state.you?.id);
  box.remember(mine.map((line) => line.text.map((span) => span.s).join("")));
  if (fresh && !mine.length && state.greeting) log.greet(state.greeting);
  show(state.you ? state.place : "channel");
}

function older({ place, lines: found, before }) {
  log.oldest[place] = before;
  log.atEnd = false;
  log.history(found);
  $("older").hidden = log.oldest[state.place] === null;
}

function line(found) {
  if (!log.add(found)) return;
  if (found.answers && !found.author) forgetAnswered(found.answers);
  if (found.place !== state.place) {
    document.querySelector(`[data-place=${found.place}]`).classList.add("fresh");
  }
  if (!found.author) {
    askFits();
    events.heard(found);
    table.heard(found);
  }
  if (!found.author && found.ping?.includes(state.you?.id)) tell(found, lookAt);
  box.offer();
}

let asking = 0;

/** Asks what fits now in this place, once for several reasons at the same time. */
function askFits() {
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const { place, you } = state;
    const answer = you ? await link.ask({ actions: { place } }) : null;
    if (!answer || you !== state.you) return;
    const before = setUps(state.fits[place]);
    state.fits[place] = answer.actions;
    log.enliven();
    const done = place === state.place && [...before].find((game) => !state.arranges(game));
    if (done) followSetUp(done);
    box.offer();
  }, 40);
}

/** The games in which actions are about a set-up that is not done. */
const setUps = (actions) => new Set(actions.filter((action) => action.line.startsWith("setup ")).map((action) => action.game));

/** From a set-up that is done to where its game is played. */
function followSetUp(no) {
  const game = state.games.find((one) => one.no === no);
  if (!game || game.place === state.place) return;
  show(game.place);
  log.newestBoard(game.place, no)?.node.scrollIntoView({ block: "center" });
}

/**
 * Does what an action says, in the place where its line is to be said; returns the id of the message. Whoever is to
 * `stay` where they are sees what comes of it there.
 */
function act(action, stay = false) {
  const game = state.games.find((one) => one.no === action.game);
  const place = action.says === "private" ? "private" : action.says === "atgame" ? game?.place ?? "channel" : state.place;
  if (place !== state.place && !stay) show(place);
  const id = say(action.line, null, action.question, place);
  box.focus();
  return id;
}

function forgetAnswered(answered) {
  for (const entry of state.you ? outbox.of(state.you.key) : []) {
    if (entry.kept === answered) outbox.drop(entry.id);
  }
}

const isMove = (action) => action.id.startsWith("move:");

/** What the newest answer to this person offers, then what fits in this place. */
function forMe() {
  const me = state.you?.id;
  const here = log.inOrder().map(({ line }) => line).filter((line) => line.place === state.place && !line.author);
  const answer = here.findLast((line) => log.lines.get(line.answers)?.line.author?.id === me);
  // An answer about a game holds until something newer is said of it.
  const holds = answer && (!answer.game || here.findLast((line) => line.game === answer.game) === answer);
  const fits = state.fits[state.place];
  const moves = new Set(fits.filter(isMove).map((action) => action.game));
  // An answer may be for others as well: of its moves and questions those that are mine to take.
  const isMine = (action) => (action.question ? action.question.asked === me : !action.game || (isMove(action) && moves.has(action.game)));
  const seen = new Set();
  return [...(holds ? (answer.actions ?? []).filter(isMine) : []), ...fits].filter((action) => {
    const key = `${action.id} ${action.game ?? ""}`;
    return !seen.has(key) && seen.add(key);
  });
}

// Around the channel

function show(place) {
  state.place = place;
  tab.setItem("mc.place", place);
  const [title, note] = NOTES[place];
  $("place-title").textContent = title;
  $("place-note").textContent = note;
  for (const button of document.querySelectorAll("[data-place]")) {
    const here = button.dataset.place === place;
    if (here) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    if (here) button.classList.remove("fresh");
  }
  $("older").hidden = log.oldest[place] === null;
  log.show(place);
  askFits();
  box.offer();
}

function people(here) {
  state.people = here;
  $("people-part").hidden = !here.length;
  $("people").replaceChildren(...here.map((name) => el("li", { dir: "auto" }, name)));
}

function games(found) {
  askTimes();
  state.games = found;
  listGames();
  events.changed();
  table.games();
  const waiting = found.filter((game) => game.waiting).length;
  document.title = waiting ? `(${waiting}) Your turn · ${TITLE}` : TITLE;
  askFits();
  box.offer();
}

function listGames() {
  const found = byUrgency(state.games).map((game) => ({ game, waits: waitsFor(game), time: state.times.get(game.no) }));
  $("games-part").hidden = !found.length;
  refill($("games"), found, gameItem, (button) => button.dataset.game);
}

function gameItem({ game, waits, time }) {
  const note = waits ? `your turn · ${game.with}` : game.with;
  const button = el("button", { type: "button" },
    el("span", { class: "mark", "aria-hidden": "true" }, waits ? "●" : "○"),
    el("span", { class: "about" }, `#${game.no} ${game.title} `, el("span", { class: "whose" }, note), " ", timeLeft(time)));
  button.addEventListener("click", () => look(game));
  button.dataset.game = game.no;
  return el("li", { class: waits ? "turn" : "" }, button);
}

/** Whether a game waits for this person: for a move, an answer, or men that they arrange by a clock. */
const waitsFor = (game) => game.waiting || state.times.get(game.no)?.mine === true;

/** The games that wait for this person first, of them and of the others the one with the least time. */
function byUrgency(found) {
  const ends = (game) => state.times.get(game.no)?.ends ?? Number.MAX_SAFE_INTEGER;
  return [...found].sort((a, b) => waitsFor(b) - waitsFor(a) || ends(a) - ends(b));
}

/** When the time of whoever is to move is over; `null` in a game without clocks. */
function timeLeft(time) {
  if (!time) return null;
  if (time.ends === null) return el("span", { class: "time-left" }, "the clock stands");
  const words = time.mine ? "your time is over " : "time is over ";
  return el("span", { class: "time-left" }, el("span", { class: "words" }, words), when(time.ends));
}

let askingTimes = [];

/** Asks when time is over, and once more when the clock of whoever is asked has been started. */
function askTimes() {
  askingTimes.forEach(clearTimeout);
  askingTimes = [60, 1_500].map((pause) => setTimeout(async () => {
    const { you } = state;
    const answer = you ? await link.ask("times") : null;
    if (!answer?.times || you !== state.you) return;
    state.times = new Map(answer.times.map((time) => [time.no, time]));
    listGames();
    log.times(state.times);
  }, pause));
}

/** Goes to the newest board of a game, or asks for it. */
function look(game) {
  show(game.place ?? state.place);
  table.open(game.no);
  const found = log.newestBoard(state.place, game.no);
  if (found) found.node.scrollIntoView({ block: "center" });
  else say(`board #${game.no}`, null);
  box.focus();
}

let late = 0;

/** The host has stopped: that stays on the page until it is back. */
function stopped({ why }) {
  state.stopped = why;
  $("banner").hidden = false;
  $("banner").textContent = why;
}

function connection(there) {
  clearTimeout(late);
  log.stuck(!there);
  if (there) {
    state.stopped = null;
    $("banner").hidden = true;
    log.mend();
  } else {
    devices.lost();
    // A moment's break is not worth a word.
    late = setTimeout(() => {
      $("banner").hidden = false;
      $("banner").textContent = state.stopped ?? "The connection is lost. I keep trying; what you send is kept and goes out by itself.";
    }, 700);
  }
}

$("name-form").addEventListener("submit", (event) => {
  event.preventDefault();
  take($("name").value);
});
$("name-cancel").addEventListener("click", () => {
  $("name-form").hidden = true;
  box.focus();
});
$("me").addEventListener("click", () => {
  if ($("name-form").hidden) {
    showNameForm(state.you.name);
    $("name").select();
  } else {
    $("name-form").hidden = true;
  }
});
$("older").addEventListener("click", () => {
  link.send({ type: "older", place: state.place, before: log.oldest[state.place] });
});
for (const button of document.querySelectorAll("[data-place]")) {
  button.addEventListener("click", () => {
    show(button.dataset.place);
    box.focus();
  });
}

box.offer();
box.focus();
link.connect();
