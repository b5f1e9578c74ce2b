// The settings of this browser: how the page looks and sounds, and whether it asks before a move.

import { byId as $ } from "./dom.js";
import { wishes } from "./keep.js";
import { tone } from "./sound.js";

const sheet = $("settings", HTMLDialogElement);
const form = $("settings-form", HTMLFormElement);
const LOOKS = ["light", "dark"];
/** What is to be done when a setting has changed. @type {{ name: string, changed: () => void }[]} */
const watching = [];

/** The settings as they are now, by the names of their fields. */
export const settings = { look: "", theme: "", size: "", coordinates: true, ask: false, sound: false };
/** @type {Record<string, string | boolean>} */
const all = settings;

/** Calls `changed` whenever somebody changes this setting. @param {string} name @param {() => void} changed */
export function watch(name, changed) {
  watching.push({ name, changed });
}

/**
 * Says what the boards have where this browser has chosen no theme.
 *
 * @param {string | null} chosen
 * @param {string} face
 */
export function nameTheme(chosen, face) {
  $("settings-theme", HTMLSelectElement).options[0].text = chosen ? `as chosen in the chat (${chosen})` : `the game’s own (${face})`;
}

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/** @param {Field} field */
const valueOf = (field) => (field.type === "checkbox" ? /** @type {HTMLInputElement} */ (field).checked : field.value);
const fields = () => /** @type {Field[]} */ ([...form.elements]).filter((field) => field.name);

/** Takes what the form says. What is no choice of it, such as one of a later version, comes to nothing. */
function read() {
  for (const field of fields()) all[field.name] = valueOf(field);
  const { look, size } = settings;
  Object.assign(document.documentElement.dataset, { look, size });
  /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll("meta[name=theme-color]")).forEach((meta, at) => {
    const own = `(prefers-color-scheme: ${LOOKS[at]})`;
    meta.media = LOOKS.includes(look) ? (look === LOOKS[at] ? "all" : "not all") : own;
  });
}

const kept = wishes.settings();
for (const field of fields().filter(({ name }) => name in kept)) {
  const value = kept[field.name];
  if (field instanceof HTMLInputElement) field.checked = Boolean(value);
  else field.value = String(value);
}
read();

form.addEventListener("change", ({ target }) => {
  const { name: field } = /** @type {Field} */ (target);
  read();
  wishes.setSettings(settings);
  if (field === "sound" && settings.sound) tone();
  for (const { name, changed } of watching) if (name === field) changed();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  sheet.close();
});
$("settings-open").addEventListener("click", () => sheet.showModal());
$("settings-close").addEventListener("click", () => sheet.close());
sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
