// The sheet in which somebody changes the settings of this browser, fetched when it is first opened.

import { byId as $ } from "./dom.js";
import { change, settings, usualTheme } from "./settings.js";
import { play } from "./sound.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const sheet = $("settings", HTMLDialogElement);
const form = $("settings-form", HTMLFormElement);
/** @type {Record<string, string | boolean | number>} */
const all = settings;
/** @param {Field} field */
const valueOf = (field) => {
  if (field instanceof HTMLSelectElement) return field.value;
  return field.type === "checkbox" ? field.checked : field.valueAsNumber;
};

/** Opens it with the settings as they are now. */
export function open() {
  $("settings-theme", HTMLSelectElement).options[0].text = usualTheme;
  for (const field of /** @type {Field[]} */ ([...form.elements])) {
    const value = all[field.name];
    if (typeof value === "boolean") /** @type {HTMLInputElement} */ (field).checked = value;
    else if (value !== undefined) field.value = String(value);
  }
  sheet.showModal();
}

form.addEventListener("change", ({ target }) => {
  const field = /** @type {Field} */ (target);
  change(field.name, valueOf(field));
  if (["sound", "volume"].includes(field.name) && settings.sound) play("turn", settings.volume);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  sheet.close();
});
$("settings-close").addEventListener("click", () => sheet.close());
sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
