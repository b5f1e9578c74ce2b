// Addresses of the page that lead to a game or an event: which one this is, and buttons that copy one.

import { el } from "./draw.js";

const SHOWN = 2_000; // Milliseconds: a button says for so long that the address is copied.

/**
 * What the address of the page names: `{ game: 12 }` or `{ event: 7 }`; nothing where it is the page as usual.
 *
 * @returns {{ game?: number, event?: number }}
 */
export function named() {
  const [, what, no] = /^\/(game|event)\/(\d{1,10})$/u.exec(location.pathname) ?? [];
  return no ? { [what]: Number(no) } : {};
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
