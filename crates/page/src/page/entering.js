// How a person comes in: as a guest, then under a name that is asked for.

import { byId as $, first } from "./dom.js";
import { face } from "./draw.js";
import { names } from "./keep.js";
import { offer as offerNotices } from "./notice.js";

/** @import { State } from "./state.js" */
/** @import { FromPage, Refused, Welcome } from "./types" */

const form = $("name-form");
const field = $("name", HTMLInputElement);
const note = $("name-note");
const me = $("me");

export class Entering {
  /**
   * `send` takes a message for the program, `last` has the last line of this tab, `named` learns of a name that is
   * new to this tab, `focus` goes to the message box.
   *
   * @param {State} state
   * @param {{ send: (message: FromPage) => boolean, last: () => number | null, named: () => void, focus: () => void }} parts
   */
  constructor(state, { send, last, named, focus }) {
    this.state = state;
    this.send = send;
    this.last = last;
    this.named = named;
    /** The name that is asked for. @type {string | null} */
    this.name = names.mine();
    /** @type {string | null} */
    this.secret = null;
    this.answered = false; // Whether this connection was answered.
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(field.value);
    });
    $("name-cancel").addEventListener("click", () => {
      form.hidden = true;
      focus();
    });
    $("rename").addEventListener("click", () => this.rename());
  }

  opened() {
    this.answered = false;
    this.enter();
  }

  enter() {
    const { you } = this.state;
    this.send({
      type: "enter",
      name: this.name ? { name: this.name, secret: this.secret ??= names.secret(this.name) } : null,
      last: you && you.name === this.name ? this.last() : null,
      locale: navigator.language || null,
    });
  }

  /**
   * Whoever asks for a name once more, before there is an answer, is the same browser: it keeps its secret.
   *
   * @param {string} name
   */
  take(name, secret = (name === this.name && this.secret) || names.secret(name)) {
    this.name = name;
    this.secret = secret;
    this.enter();
  }

  /** Enters under the name that stands in the form. */
  takeOffered() {
    this.take(field.value);
  }

  /** @param {Refused} message */
  refused({ why, offer, key, out }) {
    // Written differently it may be a name of ours all the same.
    if (key && names.has(key) && names.secret(key) !== this.secret) {
      this.secret = names.secret(key);
      this.enter();
      return;
    }
    if (key && !this.answered && this.name && names.has(key)) {
      // Somebody may have been signed out here while this page was away.
      names.lost(key, this.name, out ? why : `${this.name} belongs to other browsers now, and is signed out here.`);
      return location.reload();
    }
    this.name = this.answered ? this.state.you?.name ?? null : null;
    this.secret = null;
    this.ask(offer ?? "");
    note.textContent = offer ? `${why} How about ${offer}?` : why;
    note.classList.add("wrong");
    field.select();
    // A tab whose own name is gone goes on as a guest.
    if (!this.answered) this.enter();
  }

  /** Shows the form for a name. @param {string} name */
  ask(name) {
    form.hidden = false;
    $("name-cancel").hidden = !this.state.you;
    field.value = name;
    note.classList.remove("wrong");
    note.textContent = this.state.you
      ? "A name that you had in this browser stays yours."
      : "Take this one or type your own. Anything you tap or send uses it.";
  }

  rename() {
    if (!this.state.you) {
      field.select();
    } else if (form.hidden) {
      this.ask(this.state.you?.name ?? "");
      field.select();
    } else {
      form.hidden = true;
    }
  }

  /** @param {Welcome} message */
  welcome({ you, suggestion }) {
    this.answered = true;
    const isNew = this.state.you?.id !== you?.id;
    this.state.you = you ?? null;
    if (you) {
      if (this.secret) names.took(you.key, you.name, this.secret);
      this.name = you.name;
      form.hidden = true;
      if (isNew) this.show();
    } else if (form.hidden) {
      this.ask(suggestion ?? "");
    }
  }

  /** Shows who the person is now, and what somebody with a name has. */
  show() {
    const { you } = this.state;
    me.hidden = false;
    first(me, ".face").replaceWith(face(you));
    first(me, ".me-name").textContent = you?.name ?? "";
    first(document, "[data-place=private]").hidden = false;
    offerNotices(true);
    $("device").hidden = $("profile-open").hidden = false;
    this.named();
  }
}
