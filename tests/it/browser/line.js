// The line between the page and the program in the hand of a test, which holds back, loses and delays what goes over it.
const Real = WebSocket;
const { send } = Real.prototype;
let held = null;
let late = 0;
let hears = () => true;
let watcher = null;
const wrong = [];

const wait = window.setTimeout.bind(window);
const put = [];
/** The number of a line that no program here has come to. */
const FAR = 1_000_000;
let heard = null;

/** @param {() => void} go */
const later = (go) => (late ? setTimeout(go, late) : go());

/** The plies that the table lists. */
const plies = () => document.querySelectorAll("#game-moves li").length;
/** How much of the log the board shows. */
const shown = () => document.getElementById("game-board").dataset.lines;

const line = (window.line = {
  socket: null,
  /** What the page says stays here. */
  hold() {
    held = [];
  },
  /** What the program says is lost, but for messages of one type. */
  deafen(but) {
    hears = ({ data }) => JSON.parse(data).type === but;
  },
  /** The program has kept what was held back, and stops before it does anything about it. */
  keep() {
    for (const [, text] of held.splice(0)) {
      heard({ data: JSON.stringify({ type: "kept", id: JSON.parse(text).id, line: FAR }) });
    }
  },
  /** What the page puts off for exactly so many milliseconds, it does once they have `passed`. */
  await(by) {
    window.setTimeout = (does, after) => (after === by ? put.push(does) : wait(does, after));
  },
  /** So many milliseconds have passed. */
  passed(by) {
    const { now } = Date;
    Date.now = () => now() + by;
    for (const does of put.splice(0)) does();
  },
  /** Everything goes over the line as it comes, and so does what was held back if its socket is still there. */
  free() {
    const was = held ?? [];
    held = null;
    hears = () => true;
    for (const [socket, text] of was) send.call(socket, text);
  },
  /** All takes so many milliseconds more, each way. */
  slow(by) {
    late = by;
  },
  cut() {
    line.socket.close();
    window.WebSocket = class extends Real {
      constructor(address) {
        super(`${address}/none`);
      }
    };
  },
  mend() {
    window.WebSocket = Real;
    dispatchEvent(new Event("online"));
  },
  /** Looks, whenever something changes at the table, whether a move is told and marked as on its way until it is seen there. */
  watch(until) {
    const old = shown();
    const look = () => {
      const note = document.getElementById("game-note").textContent;
      const marks = document.querySelectorAll("#game-board .sent").length;
      const tells = plies() >= until || note.endsWith(" is on its way.");
      const shows = shown() !== old || marks === 2;
      if (!tells || !shows) wrong.push({ plies: plies(), shown: shown(), note, marks });
    };
    watcher = new MutationObserver(look);
    watcher.observe(document.getElementById("game"), { subtree: true, childList: true, characterData: true, attributes: true });
  },
  /** Looks no more, and returns what was seen that does neither. */
  seen() {
    watcher.disconnect();
    return wrong.splice(0);
  },
});

Real.prototype.send = function sent(text) {
  if (line.socket !== this) {
    line.socket = this;
    const hear = this.onmessage;
    heard = hear;
    this.onmessage = (event) => hears(event) && later(() => hear(event));
  }
  if (held) held.push([this, text]);
  else later(() => send.call(this, text));
};
// Something is said, by which the socket is known.
document.querySelector("[data-place=channel]").click();
return true;
