// One person on several devices: a code that is typed on the other one, the yes on the one that shows it, and the way
// to be in this browser alone.

import { byId as $ } from "./dom.js";
import { el } from "./draw.js";
import { nonce } from "./keep.js";
import { when } from "./times.js";

/** @import { DeviceStep, FromPage } from "./types" */

const sheet = $("device-sheet", HTMLDialogElement);
const codeField = $("code", HTMLInputElement);
// An address of this machine leads nowhere on another one.
const ADDRESS = /^(localhost$|127\.|\[::1\])/u.test(location.hostname) ? "this page" : location.origin;

export class Devices {
  /**
   * `send` takes a message for the program, `taken` a name that is now this browser's too, with its secret; `leave`
   * signs out here.
   *
   * @param {{ send: (message: FromPage) => boolean, taken: (name: string, secret?: string) => void, leave: () => void }} parts
   */
  constructor({ send, taken, leave }) {
    this.send = send;
    this.taken = taken;
    /** What is done by whoever is sure. */
    this.then = () => {};
    /** @type {string | null} */
    this.secret = null;
    this.asked = false;
    this.waits = false; // Whether an answer of the program is awaited.
    $("code-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.secret = nonce(32);
      send({ type: "device", code: codeField.value, secret: this.secret });
    });
    $("device-yes").addEventListener("click", () => this.answer(true));
    $("device-no").addEventListener("click", () => this.answer(false));
    $("device-alone").addEventListener("click", () => {
      this.then = () => this.request({ type: "signout" });
      this.show(["Every other browser and device where you are yourself is signed out at once. Only this one stays, and those that let it in. Is that what you want?"], { sure: "Sign them out" });
    });
    $("device-here").addEventListener("click", () => {
      this.then = leave;
      this.show(["This browser forgets your name. Your games go on, and another device that has the name keeps it. Without one nobody can be you again: the name, its games and its private chat are lost for good. Is that what you want?"], { sure: "Sign out here" });
    });
    $("device-sure-yes").addEventListener("click", () => this.then());
    $("device-sure-no").addEventListener("click", () => sheet.close());
    $("device-close").addEventListener("click", () => sheet.close());
    sheet.addEventListener("close", () => this.asked && this.answer(false));
  }

  /** Begins with a code that this device shows, or with one that is typed on it. @param {boolean} has */
  begin(has) {
    if (has) this.askCode();
    else this.request({ type: "code" });
  }

  /** Asks the program for something that is not to be done later, when nobody expects it. @param {FromPage} message */
  request(message) {
    if (!this.send(message)) return this.failed();
    this.show(["One moment."]);
    this.waits = true;
  }

  failed() {
    this.show(["There is no connection, so nothing was done. Close this and try it again in a moment."]);
  }

  /** @param {DeviceStep} message */
  heard(message) {
    const { step } = message;
    this.waits = false;
    if (step === "code") {
      const { code, until } = message;
      const way = `Open ${ADDRESS} on the other device, tap “I have a code” under the name there, and type this code. `;
      this.show([way, "It works once and is over ", when(until), "."], { code: `${code.slice(0, 4)} ${code.slice(4)}`, lost: true });
    } else if (step === "asks") {
      this.show(["Your code was typed on another device. Whoever sits there becomes you, with your games and your private chat. Is it you?"], { asked: true });
    } else if (step === "waits") {
      this.show(["The code is right. Now say yes on your other device."]);
    } else if (step === "yours") {
      sheet.close();
      this.taken(message.name, this.secret ?? undefined);
      this.secret = null;
    } else if (sheet.open) {
      // On the device where a code was typed, another one may be typed at once.
      this.show([message.why], { form: this.secret !== null });
    }
  }

  /** The program forgets a page that waits when its connection is lost. */
  lost() {
    if (sheet.open && this.waits) this.failed();
    else if (sheet.open && this.secret) this.show(["The connection was lost. Take a new code on your other device and type it here."], { form: true });
  }

  askCode() {
    this.show(["On the device where you play already, tap “Use another device”. Type the code that it shows."], { form: true });
  }

  /** @param {boolean} yes */
  answer(yes) {
    this.asked = false;
    this.send({ type: "admit", yes });
  }

  /**
   * Shows a step. A question takes no focus on its answers: somebody may be typing.
   *
   * @param {(Node | string)[]} text
   * @param {{ code?: string | null, form?: boolean, asked?: boolean, lost?: boolean, sure?: string }} more
   */
  show(text, { code = null, form = false, asked = false, lost = false, sure = "" } = {}) {
    this.asked = asked;
    $("device-text").replaceChildren(...text);
    $("device-code").replaceChildren(...(code ? [el("code", {}, code)] : []));
    $("code-form").hidden = !form;
    $("device-answer").hidden = !asked;
    $("device-lost").hidden = !lost;
    $("device-sure").hidden = !sure;
    $("device-sure-yes").textContent = sure;
    if (!sheet.open) sheet.showModal();
    if (form) codeField.value = "";
    (form ? codeField : $("device-title")).focus();
  }
}
