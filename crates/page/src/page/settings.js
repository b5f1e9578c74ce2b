// The settings of this browser: how the page looks and sounds, and whether it asks before a move.

import { wishes } from "./keep.js";

const LOOKS = ["light", "dark"];
/** What can be chosen where that is one of several, what is usual first. @type {Record<string, string[]>} */
const CHOICES = {
  look: ["system", ...LOOKS],
  theme: ["", "wood", "slate", "paper", "contrast", "mars", "felt"],
  size: ["large", "medium", "small"],
};
/** What is to be done when a setting has changed. @type {{ name: string, changed: () => void }[]} */
const watching = [];

/** The settings as they are now, by the names of their fields. */
export const settings = { look: "system", theme: "", size: "large", coordinates: true, still: false, ask: false, channel: false, sound: false, volume: 60 };
/** @type {Record<string, unknown>} */
const all = settings;

/** What the boards have where this browser has chosen no theme. */
export let usualTheme = "as chosen in the chat";

/** Calls `changed` whenever somebody changes this setting. @param {string} name @param {() => void} changed */
export function watch(name, changed) {
  watching.push({ name, changed });
}

/**
 * Learns what the boards have where this browser has chosen no theme.
 *
 * @param {string | null} chosen
 * @param {string} face
 */
export function nameTheme(chosen, face) {
  usualTheme = chosen ? `as chosen in the chat (${chosen})` : `the game’s own (${face})`;
}

/** Sets what is a choice; one of a later version comes to nothing. @param {string} name @param {unknown} value */
function take(name, value) {
  const fits = name in CHOICES ? CHOICES[name].includes(String(value)) : typeof value === typeof all[name];
  if (fits && name in all) all[name] = value;
}

/** Makes the page look as it is to. */
function dress() {
  const { look, size } = settings;
  Object.assign(document.documentElement.dataset, { look, size });
  /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll("meta[name=theme-color]")).forEach((meta, at) => {
    const own = `(prefers-color-scheme: ${LOOKS[at]})`;
    meta.media = LOOKS.includes(look) ? (look === LOOKS[at] ? "all" : "not all") : own;
  });
}

/** Changes a setting, and keeps it. @param {string} name @param {unknown} value */
export function change(name, value) {
  take(name, value);
  dress();
  wishes.setSettings(settings);
  for (const one of watching) if (one.name === name) one.changed();
}

for (const [name, value] of Object.entries(wishes.settings())) take(name, value);
dress();
