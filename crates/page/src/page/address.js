// Addresses of the page that lead to a game, an event or a person: which one this is, and buttons that copy one.

import { el } from "./draw.js";

const SHOWN = 2_000; // Milliseconds: a button says for so long that the address is copied.

/**
 * What the address of the page names: `{ game: 12 }`, `{ event: 7 }` or `{ person: "ann" }`; nothing where it is the page as usual.
 *
 * @returns {{ game?: number, event?: number, person?: string }}
 */
export function named() {
  const [, what, no, name] = /^\/(?:(game|event)\/(\d{1,10})|person\/([^/]+))$/u.exec(location.pathname) ?? [];
  if (no) return { [what]: Number(no) };
  // Read as a query is: what is no text in it comes to a name that nobody has.
  const person = name && new URLSearchParams(`name=${name.replace(/\+/gu, "%2B")}`).get("name");
  return person ? { person } : {};
}

let here = location.pathname;

/**
 * Makes the address name what is shown now: a step from which *Back* leads to the one before, or in the place of that.
 *
 * @param {string} path
 */
export function follow(path, instead = false) {
  if (path === here) return;
  here = path;
  if (instead) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
}

/** Goes to what the address names after *Back*. @param {(to: ReturnType<named>) => void} go */
export function back(go) {
  addEventListener("popstate", () => {
    if (location.pathname === here) return; // A link within the page.
    here = location.pathname;
    go(named());
  });
}

/**
 * Lets a button copy an address, whole or of this page, `/game/12`; where the browser copies nothing, the address is there to be copied.
 *
 * @param {HTMLElement} button
 * @param {() => string} path
 */
export function copies(button, path) {
  const words = button.textContent;
  const field = el("input", { type: "text", readOnly: true });
  const label = el("label", { class: "address", hidden: true }, el("span", { class: "unseen" }, "Address to copy"), field);
  button.after(label);
  field.addEventListener("blur", () => (label.hidden = true));
  button.addEventListener("click", async () => {
    const address = new URL(path(), location.origin).href;
    try {
      await navigator.clipboard.writeText(address); // There is none where the page comes over plain HTTP.
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = words), SHOWN);
    } catch {
      field.value = address;
      label.hidden = false;
      field.select();
    }
  });
}
