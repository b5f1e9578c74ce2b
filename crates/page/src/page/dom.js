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
