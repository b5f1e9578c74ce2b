// What the browser keeps: this tab's name, the secrets of its names, messages not yet sent.

/** @import { OutboxEntry, Place, Question, Seen } from "./types" */

/**
 * Storage may be forbidden; then everything lives as long as the page.
 *
 * @param {"sessionStorage" | "localStorage"} kind
 * @returns {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">}
 */
function shelf(kind) {
  try {
    const storage = window[kind];
    storage.setItem("mc.try", "1");
    storage.removeItem("mc.try");
    return storage;
  } catch {
    const map = new Map();
    return {
      getItem: (key) => map.get(key) ?? null,
      setItem: (key, value) => void map.set(key, String(value)),
      removeItem: (key) => void map.delete(key),
      key: (index) => [...map.keys()][index] ?? null,
      get length() { return map.size; },
    };
  }
}

export const tab = shelf("sessionStorage");
const browser = shelf("localStorage");

/** Random hex digits, two for each byte. @param {number} bytes */
export function nonce(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A random UUID; crypto.randomUUID is missing where the page comes over plain HTTP. */
function uuid() {
  const hex = nonce(16);
  const digits = hex.slice(0, 12) + "4" + hex.slice(13, 16) + "8" + hex.slice(17);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** @param {string} name */
const keyOf = (name) => name.trim().replace(/\s+/gu, "-").toLowerCase();

export const names = {
  /** The name that this tab goes by; a new tab has the last one of its browser. */
  mine: () => tab.getItem("mc.me") ?? browser.getItem("mc.name"),
  /** @param {string} key */
  has: (key) => browser.getItem("mc.secret." + keyOf(key)) !== null,
  /** The secret that a name belongs to this browser by. @param {string} name */
  secret: (name) => browser.getItem("mc.secret." + keyOf(name)) ?? nonce(32),
  /**
   * @param {string} key
   * @param {string} name
   * @param {string} secret
   */
  took(key, name, secret) {
    browser.setItem("mc.secret." + key, secret);
    browser.setItem("mc.secret." + keyOf(name), secret);
    browser.setItem("mc.name", name);
    tab.setItem("mc.me", name);
  },
  /**
   * A name belongs to this browser no more. `why` is told when the page is next opened.
   *
   * @param {string} key
   * @param {string} name
   * @param {string} why
   */
  lost(key, name, why) {
    for (const of of [key, keyOf(name)]) browser.removeItem("mc.secret." + of);
    for (const { id } of outbox.of(key)) outbox.drop(id);
    if (browser.getItem("mc.name") === name) browser.removeItem("mc.name");
    tab.removeItem("mc.me");
    tab.setItem("mc.out", why);
  },
  /** Why a name was lost, to be told once. */
  whyLost() {
    const why = tab.getItem("mc.out");
    tab.removeItem("mc.out");
    return why;
  },
};

/** So many hints there are in the first game. */
export const HINTS = 3;

export const wishes = {
  /** Whether this browser is to give notices. */
  notices: () => browser.getItem("mc.notices") === "on",
  /** @param {boolean} on */
  setNotices: (on) => browser.setItem("mc.notices", on ? "on" : "off"),
  /** How many hints of the first game this browser is done with. */
  hints: () => Number(browser.getItem("mc.hints")),
  /** @param {number} done */
  setHints: (done) => browser.setItem("mc.hints", String(done)),
  /** Whether this browser has been asked if it wants sounds. */
  sounds: () => browser.getItem("mc.sounds") === "asked",
  askedSounds: () => browser.setItem("mc.sounds", "asked"),
  /** The settings of this browser, as far as somebody has changed them. @returns {Record<string, unknown>} */
  settings: () => read("mc.settings") ?? {},
  /** @param {Record<string, unknown>} settings */
  setSettings: (settings) => browser.setItem("mc.settings", JSON.stringify(settings)),
};

const OUT = "mc.out.";
let count = 0;

export const outbox = {
  /**
   * A message with its own id and the nonce of 24 digits that will salt its roll. Both stay when it is sent again.
   *
   * @param {string} text
   * @param {Place} place
   * @param {number | null} [replyTo]
   * @param {Question} [question]
   * @param {Seen} [seen]
   * @param {number | null} [at]
   * @returns {OutboxEntry}
   */
  make(text, place, replyTo, question, seen, at) {
    count += 1;
    return { id: uuid(), salt: nonce(12), text, place, reply_to: replyTo ?? null, question: question ?? null, seen: seen ?? null, facing: at ?? null, at: Date.now(), n: count };
  },
  /** @param {OutboxEntry} entry */
  put(entry) {
    browser.setItem(OUT + entry.id, JSON.stringify(entry));
  },
  /** @param {string} id @returns {OutboxEntry | null} */
  get(id) {
    return read(OUT + id);
  },
  /** @param {string} id */
  drop(id) {
    browser.removeItem(OUT + id);
  },
  /** The messages of a name that may not have arrived, in their order. @param {string} key */
  of(key) {
    /** @type {OutboxEntry[]} */
    const found = [];
    for (let index = 0; index < browser.length; index += 1) {
      const name = browser.key(index);
      const entry = name?.startsWith(OUT) ? read(name) : null;
      if (entry?.as === key) found.push(entry);
    }
    return found.sort((a, b) => a.at - b.at || a.n - b.n);
  },
};

/**
 * @param {string} key
 * @returns {any}
 */
function read(key) {
  try {
    return JSON.parse(browser.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
