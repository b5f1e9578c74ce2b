// Elements that the page is sure to have.

/**
 * The element with an id; throws where there is none, or one of another kind.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {{ new (): T }} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  const node = document.getElementById(id);
  if (!(node instanceof (kind ?? HTMLElement))) throw new Error(`The page has no ${kind?.name ?? "element"} “${id}”.`);
  return /** @type {T} */ (node);
}

/**
 * The first element within another one that a selector finds; throws where there is none.
 *
 * @param {ParentNode} within
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function first(within, selector) {
  const node = within.querySelector(selector);
  if (!(node instanceof HTMLElement)) throw new Error(`The page has no “${selector}”.`);
  return node;
}

/** The sheets that have been asked for. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Fetches a style sheet once; done when it holds, or cannot be had now. @param {string} href */
export function styled(href) {
  const fetched = sheets.get(href) ?? new Promise((/** @type {(done: void) => void} */ done) => {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    sheet.onload = () => done();
    sheet.onerror = () => {
      sheet.remove();
      sheets.delete(href);
      done();
    };
    document.head.append(sheet);
  });
  sheets.set(href, fetched);
  return fetched;
}

/** Has an element say something, unless it does: what is written anew is laid out anew. @param {string} id @param {string} text */
export function says(id, text) {
  const node = byId(id);
  if (node.textContent !== text) node.textContent = text;
}

/** What does something with the next frame, once for several reasons: all is laid out then in any case. @param {() => void} does */
export function inFrame(does) {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      does();
    });
  };
}

const PATIENCE = 200; // Milliseconds, for a frame.

/**
 * What does something at once or `slowly`, behind the next frame, so that what is looked at does not wait for it. Whoever
 * asks again takes the place of what waits. In a hidden tab there are no frames.
 *
 * @template {unknown[]} Of
 * @param {(...of: Of) => void} does
 */
export function behind(does) {
  let run = 0;
  return async (/** @type {boolean} */ slowly, /** @type {Of} */ ...of) => {
    const mine = ++run;
    if (slowly && !document.hidden) {
      const frame = new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      await Promise.race([frame, new Promise((done) => setTimeout(done, PATIENCE))]);
    }
    if (mine === run) does(...of);
  };
}
