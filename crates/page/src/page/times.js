// Instants, told by the reader's clock: how long until then or since, kept right while the page is open.

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]];
const EVERY = 15_000;
/** Made when it is first needed: the browser takes some time for it. @type {Intl.RelativeTimeFormat | undefined} */
let relative;

/** A way to write instants by the reader's clock, made when it is first needed. @param {Intl.DateTimeFormatOptions} form */
export function writing(form) {
  /** @type {Intl.DateTimeFormat | undefined} */
  let made;
  return (/** @type {number} */ at) => (made ??= new Intl.DateTimeFormat([], form)).format(at);
}

/** How far an instant is away: `in 2 days`, `3 hours ago`. @param {number} at */
export function away(at, now = Date.now()) {
  relative ??= new Intl.RelativeTimeFormat("en", { numeric: "always" });
  const span = at - now;
  // Like the program: up to two of a unit are told in the smaller one, `36 hours` and not `1 day`.
  for (const [unit, length] of UNITS) {
    const count = Math.trunc(span / length);
    if (Math.abs(count) >= (unit === "minute" ? 1 : 2)) return relative.format(count, unit);
  }
  return span < 0 ? "just now" : "in less than a minute";
}

/** The day and the hour of an instant, in short. */
export const local = writing({ weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** The time of day of an instant. */
export const clock = writing({ hour: "2-digit", minute: "2-digit" });

/** The day of an instant. */
export const day = writing({ weekday: "long", day: "numeric", month: "long" });

/** An instant in full. */
const full = writing({ dateStyle: "medium", timeStyle: "medium" });

/** When something was said, as a node; in full for a mouse. @param {number} at */
export function saidAt(at) {
  const node = Object.assign(document.createElement("time"), { dateTime: new Date(at).toISOString(), textContent: clock(at) });
  node.addEventListener("mouseenter", () => (node.title = full(at)), { once: true });
  return node;
}

/** An instant as a node that keeps itself right; its title has the local time. @param {number} at */
export function when(at) {
  const node = document.createElement("time");
  node.dateTime = new Date(at).toISOString();
  node.title = local(at);
  node.dataset.when = String(at);
  node.textContent = away(at);
  return node;
}

/** Tells all instants on the page anew. */
export function tick() {
  /** @type {NodeListOf<HTMLElement>} */
  const told = document.querySelectorAll("time[data-when]");
  for (const node of told) {
    const words = away(Number(node.dataset.when));
    if (node.textContent !== words) node.textContent = words;
  }
}

setInterval(tick, EVERY);
document.addEventListener("visibilitychange", tick);
