// The sheet in which somebody changes the settings of this browser, fetched when it is first opened.

import { byId as $ } from "./dom.js";
import { change, settings, usualTheme } from "./settings.js";
import { tone } from "./sound.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const sheet = $("settings", HTMLDialogElement);
const form = $("settings-form", HTMLFormElement);
/** @type {Record<string, string | boolean>} */
const all = settings;

/** Opens it with the settings as they are now. */
export function open() {
  $("settings-theme", HTMLSelectElement).options[0].text = usualTheme;
  for (const field of /** @type {Field[]} */ ([...form.elements])) {
    const value = all[field.name];
    if (typeof value === "boolean") /** @type {HTMLInputElement} */ (field).checked = value;
    else if (value !== undefined) field.value = value;
  }
  sheet.showModal();
}

form.addEventListener("change", ({ target }) => {
  const field = /** @type {Field} */ (target);
  change(field.name, field.type === "checkbox" ? /** @type {HTMLInputElement} */ (field).checked : field.value);
  if (field.name === "sound" && settings.sound) tone();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  sheet.close();
});
$("settings-close").addEventListener("click", () => sheet.close());
sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
