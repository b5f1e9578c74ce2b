// The connection: one WebSocket that comes back by itself.

const QUIET = 50_000; // The program shows itself every 20 seconds.
const SHORTEST = 300;
const LONGEST = 8_000;
const ASLEEP = 4_001; // The program closes a page that nobody has used without a name.
const GAVE_WAY = 4_002; // The page made room for another one, and comes back when somebody uses it.

/** @import { Answers, Ask, FromPage, ToPage } from "./types" */

export class Link {
  /**
   * `open` greets, `heard` takes each message, `changed` learns whether there is a connection, and why not if the program says so.
   *
   * @param {{ open: () => void, heard: (message: ToPage) => void, changed: (there: boolean, why?: string) => void }} parts
   */
  constructor({ open, heard, changed }) {
    this.open = open;
    this.heard = heard;
    this.changed = changed;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = SHORTEST;
    this.timer = 0;
    this.deaf = 0;
    /** What waits for an answer, by the id of the question. @type {Map<number, (answer: any) => void>} */
    this.asked = new Map();
    this.questions = 0;
    this.rests = false; // Whether it waits until somebody uses the page.
    for (const use of ["pointerdown", "keydown"]) window.addEventListener(use, () => this.rests && this.hurry(), true);
    window.addEventListener("online", () => this.hurry());
    window.addEventListener("focus", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.rests = false;
    const socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/socket");
    this.socket = socket;
    socket.onopen = () => {
      this.listenOn();
      this.open();
    };
    socket.onmessage = (event) => {
      this.listenOn();
      const message = JSON.parse(event.data);
      // Only an answer shows that the program works, so the waits grow until there is one.
      if (message.type === "welcome") {
        this.wait = SHORTEST;
        this.changed(true);
      }
      if (message.type === "answer") this.answered(message);
      else this.heard(message);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.socket !== socket) return;
      this.rests = code === GAVE_WAY;
      this.lost(this.rests ? reason : undefined);
      if (this.rests || (code === ASLEEP && document.hidden)) {
        clearTimeout(this.timer); // Until somebody looks; the timer stays set, so that `hurry` connects.
      }
    };
  }

  /** Asks something that changes nothing; `null` if no answer comes. @type {Ask} */
  ask(about) {
    const id = ++this.questions;
    if (!this.send({ type: "ask", id, about })) return Promise.resolve(null);
    return new Promise((resolve) => this.asked.set(id, resolve));
  }

  /** @param {{ id: number } & Partial<Answers>} message */
  answered({ id, ...answer }) {
    this.asked.get(id)?.(answer);
    this.asked.delete(id);
  }

  /** @param {string} [why] */
  lost(why) {
    clearTimeout(this.deaf);
    for (const resolve of this.asked.values()) resolve(null);
    this.asked.clear();
    this.socket = null;
    this.changed(false, why);
    // Not all pages at the same moment.
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 1.7, LONGEST);
  }

  /** Somebody looks: try now instead of later. */
  hurry() {
    if (this.timer) {
      this.wait = SHORTEST;
      this.connect();
    }
  }

  listenOn() {
    clearTimeout(this.deaf);
    const socket = this.socket;
    this.deaf = setTimeout(() => {
      if (socket && this.socket === socket) {
        this.socket = null;
        socket.close();
        this.lost();
      }
    }, QUIET);
  }

  /** Sends; `false` if there is no connection. @param {FromPage} message */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
