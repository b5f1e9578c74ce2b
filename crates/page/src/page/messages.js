// The messages of this person, from the tap until they are answered: none is lost, none is said twice.

import { byId as $ } from "./dom.js";
import { outbox } from "./keep.js";

/** @import { State } from "./state.js" */
/** @import { FromPage, Kept, Line, OutboxEntry, Place, Question, Seen, Unkept } from "./types" */

const ANSWER_TIME = 15_000; // How long a kept message may go unanswered before it counts as talk.
const PATIENCE = 10 * 60_000; // How long a kept message is worth sending again after a restart.
const STALE = 60 * 60_000; // After that a message that never left is only put back into the box.
const AGAIN = 3_000; // After that a message that could not be kept is sent again.
const PLAN = /^#\d+ premove /u; // What waits for its turn.
const trouble = $("trouble");

export class Messages {
  /**
   * `send` takes a message for the program, `wait` and `settle` show one on its way, `putBack` puts a text into the
   * message box, `unnamed` hears that somebody without a name has said something, `gone` that nothing comes any more of
   * what is on its way.
   *
   * @param {State} state
   * @param {{
   *   send: (message: FromPage) => boolean,
   *   wait: (entry: OutboxEntry) => void,
   *   settle: (id: string) => void,
   *   putBack: (text: string) => void,
   *   unnamed: () => void,
   *   gone: () => void,
   * }} parts
   */
  constructor(state, { send, wait, settle, putBack, unnamed, gone }) {
    this.state = state;
    this.send = send;
    this.wait = wait;
    this.settle = settle;
    this.putBack = putBack;
    this.unnamed = unnamed;
    this.gone = gone;
    this.there = false; // Whether the program is there.
    /** The messages that this tab has sent, or is to send. @type {Set<string>} */
    this.here = new Set();
    /** Messages typed before there is a name. @type {OutboxEntry[]} */
    this.early = [];
  }

  /**
   * Says a text in a place; returns the id of the message. `seen` goes with what is moved in a game, `facing` is the game that
   * is before this person.
   *
   * @param {string} text
   * @param {Place} place
   * @param {number | null} [replyTo]
   * @param {Question} [question]
   * @param {Seen} [seen]
   * @param {number | null} [facing]
   */
  say(text, place, replyTo, question, seen, facing) {
    trouble.hidden = true;
    const entry = outbox.make(text, place, replyTo, question, seen, facing);
    const { you } = this.state;
    if (you) {
      this.hold(entry, you.key);
      this.post(entry);
    } else {
      this.early.push(entry);
      this.unnamed();
    }
    return entry.id;
  }

  /** Says above the message box what is wrong. @param {string} words */
  trouble(words) {
    trouble.textContent = words;
    trouble.hidden = false;
  }

  /** The person has a name: what they typed before is said under it. */
  named() {
    const { you } = this.state;
    for (const entry of you ? this.early.splice(0) : []) this.hold(entry, you?.key);
  }

  /**
   * @param {OutboxEntry} entry
   * @param {string | undefined} key The key of the name under which it is said.
   */
  hold(entry, key) {
    entry.as = key;
    outbox.put(entry);
    this.wait(entry);
  }

  /** @param {OutboxEntry} entry */
  post(entry) {
    const { id, salt, place, text, reply_to, question, seen, facing } = entry;
    this.here.add(id);
    if (this.send({ type: "say", id, salt, place, text, reply_to, question, seen, facing, again: Boolean(entry.sent) })) {
      outbox.put({ ...entry, sent: true });
    }
  }

  /** The messages of this person that may not have arrived. */
  mine() {
    const { you } = this.state;
    return you ? outbox.of(you.key) : [];
  }

  /** Whether a message of this tab may not have arrived, or waits for its answer. @param {string} id */
  awaits(id) {
    return this.here.has(id) && outbox.get(id) !== null;
  }

  /** The move that this tab has made in a game in this state, and that waits for its answer. @param {Seen} now */
  onWay({ game, ply, drafts }) {
    /** @param {Seen | null} seen */
    const isNow = (seen) => seen?.game === game && seen.ply === ply && (seen.drafts ?? drafts) === drafts;
    const entry = this.mine().find(({ id, seen, text }) => this.here.has(id) && isNow(seen) && !PLAN.test(text));
    return entry ? entry.text.replace(/#\d+ /u, "") : null;
  }

  /** Sends what may not have arrived, or arrived just before the program stopped. */
  resend() {
    for (const entry of this.mine()) {
      const age = Date.now() - entry.at;
      if (entry.kept && (entry.run === this.state.run || age > PATIENCE)) {
        outbox.drop(entry.id);
      } else if (age > STALE) {
        outbox.drop(entry.id);
        this.putBack(entry.text);
      } else {
        if (!entry.kept) this.wait(entry);
        this.post(entry);
      }
    }
  }

  /**
   * A message is kept as a line, which may be answered already if it was sent again.
   *
   * @param {Kept} message
   * @param {Line | undefined} answer
   */
  kept({ id, line }, answer) {
    this.settle(id);
    const entry = outbox.get(id);
    if (!entry) return;
    const { run } = this.state;
    outbox.put({ ...entry, kept: line, run });
    // What the program had no time to answer before it stopped is sent again when it is back.
    const drop = () => this.there && this.state.run === run && this.drop(id);
    setTimeout(drop, answer ? 0 : ANSWER_TIME);
  }

  /** Nothing comes of a message any more. @param {string} id */
  drop(id) {
    if (!outbox.get(id)) return;
    outbox.drop(id);
    this.gone();
  }

  /** @param {Unkept} message */
  unkept({ id, why, retry }) {
    const entry = outbox.get(id);
    this.trouble(why);
    if (retry && entry) {
      setTimeout(() => this.post(entry), AGAIN);
      return;
    }
    this.settle(id);
    this.drop(id);
    if (entry) this.putBack(entry.text);
  }

  /** The message that is kept as a line has its answer. @param {number} line */
  answered(line) {
    for (const entry of this.mine()) {
      if (entry.kept === line) outbox.drop(entry.id);
    }
  }
}
