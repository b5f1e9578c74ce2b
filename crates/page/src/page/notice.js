// Notices of the browser when it is one's turn. They are asked for by a tap, never by themselves.

import { byId as $ } from "./dom.js";
import { wishes } from "./keep.js";

/** @import { Line } from "./types" */

const LONGEST = 160;
const button = $("notify");
const note = $("notify-note");

const can = () => isSecureContext && "Notification" in window;
const may = () => can() && Notification.permission === "granted" && wishes.notices();

/** Shows how it stands; somebody without a name has no turn. @param {boolean} named */
export function offer(named) {
  button.hidden = !named || !can();
  button.setAttribute("aria-pressed", String(may()));
}

/**
 * Tells of a line that pings this person, unless they look at the page; `look` goes to its game.
 *
 * @param {Line} line
 * @param {(no: number) => void} look
 */
export function tell(line, look) {
  if (!may() || (!document.hidden && document.hasFocus())) return;
  const text = line.text.map((span) => span.s).join("").replace(/\s+/gu, " ");
  const body = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  // A later notice about the same game takes the place of an earlier one.
  const notice = new Notification("Martian Cake", { body, tag: `game-${line.game ?? "none"}`, icon: "/icon.svg" });
  notice.addEventListener("click", () => {
    window.focus();
    if (line.game) look(line.game);
    notice.close();
  });
}

button.addEventListener("click", async () => {
  if (may()) {
    wishes.setNotices(false);
    note.textContent = "Notices are off.";
  } else {
    const permission = await Notification.requestPermission();
    wishes.setNotices(permission === "granted");
    note.textContent = permission === "granted"
      ? "Notices are on: this browser tells you when it is your turn, while the page is open."
      : "This browser does not allow notices from this page; its settings can change that.";
  }
  note.hidden = false;
  offer(true);
});
