// Lines to DOM nodes. Text only ever becomes text nodes.

const WIDTHS = [450, 600, 900, 1200, 1800];
const SHOWN = "(max-width: 50rem) 100vw, 600px";

/** An element with properties and children. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key === "class") node.className = value;
    else if (key.includes("-") || key === "role") node.setAttribute(key, value);
    else node[key] = value;
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** The text of a line as the program has taken it apart. */
export function textNodes(spans, you, put) {
  return spans.map((span) => {
    if (span.who) return el("span", { class: "who" + (span.who === you?.id ? " is-me" : "") }, span.s);
    if (span.k === "code") return code(span.s, put);
    if (span.k === "file") return file(span.s);
    if (span.k === "bold") return el("strong", {}, span.s);
    if (span.k === "italic") return el("em", {}, span.s);
    return document.createTextNode(span.s);
  });
}

function code(text, put) {
  // No real button: that would let a comma behind it begin the next line. Keyboards type it or
  // take a chip.
  const node = el("code", { class: "code", title: "Put it into the message box" }, text);
  node.addEventListener("click", () => put(text));
  return node;
}

/** A small text file, to read here or to save. */
function file(text) {
  const [name, ...rest] = text.split("\n");
  const content = rest.join("\n") + "\n";
  const save = el("button", { type: "button", class: "save" }, `Save ${name}`);
  save.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
    el("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
  return el("div", { class: "file" }, el("pre", { tabIndex: 0, "aria-label": name }, content), save);
}

/** What a person wrote, with the names in it that mean somebody here. */
export function spokenNodes(text, you, known) {
  const nodes = [];
  let from = 0;
  for (const found of text.matchAll(/@([\p{L}\p{N}\p{M}.'-]*[\p{L}\p{N}\p{M}])/gu)) {
    const key = found[1].toLowerCase();
    if (key !== you?.key && !known(key)) continue;
    nodes.push(document.createTextNode(text.slice(from, found.index)));
    nodes.push(el("span", { class: "who" + (key === you?.key ? " is-me" : "") }, found[0]));
    from = found.index + found[0].length;
  }
  nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

/** A face: the bot's picture, or a name's first letter on its own tone. */
export function face(author) {
  if (!author) return el("img", { class: "face", src: "/icon.svg", alt: "" });
  let sum = 0;
  for (const letter of author.id) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  const letter = [...author.name][0].toUpperCase();
  return el("span", { class: "face tone" + (sum % 8), "aria-hidden": "true" }, letter);
}

/** The picture in the size and theme that fit, with room kept for it before it is there. */
export function picture(view, proof) {
  const address = (width, theme) =>
    `${view.src}&width=${width}` + (theme ? `&theme=${theme}` : "") + (proof ? `&by=${proof}` : "");
  const set = (theme) => WIDTHS.map((width) => `${address(width, theme)} ${width}w`).join(", ");
  const source = (media, theme) => el("source", { media, srcset: set(theme), sizes: SHOWN });
  const { width, height } = view.frame;
  return el("picture", {},
    source("(prefers-contrast: more)", "contrast"),
    source("(prefers-color-scheme: dark)", "slate"),
    el("img", { width, height, alt: view.alt, decoding: "async", sizes: SHOWN, srcset: set(), src: address(900) }));
}

/** The square of a board under a pointer, by the place where the picture has it. */
export function squareAt(frame, image, event) {
  const shown = image.getBoundingClientRect();
  const x = ((event.clientX - shown.left) / shown.width) * frame.width;
  const y = ((event.clientY - shown.top) / shown.height) * frame.height;
  const column = Math.floor((x - frame.left) / frame.cell);
  const row = Math.floor((y - frame.top) / frame.cell);
  if (column < 0 || row < 0 || column >= frame.files || row >= frame.ranks) return null;
  const file = frame.turned ? frame.files - 1 - column : column;
  const rank = frame.turned ? row : frame.ranks - 1 - row;
  return String.fromCharCode(97 + file) + (rank + 1);
}

/** A frame around a square, in percent of the picture; `null` if the board has no such square. */
export function pick(frame, square, more = "") {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square.slice(1)) - 1;
  if (!(file >= 0 && file < frame.files && rank >= 0 && rank < frame.ranks)) return null;
  const column = frame.turned ? frame.files - 1 - file : file;
  const row = frame.turned ? rank : frame.ranks - 1 - rank;
  const node = el("span", { class: "pick " + more });
  node.style.left = `${(100 * (frame.left + column * frame.cell)) / frame.width}%`;
  node.style.top = `${(100 * (frame.top + row * frame.cell)) / frame.height}%`;
  node.style.width = `${(100 * frame.cell) / frame.width}%`;
  node.style.height = `${(100 * frame.cell) / frame.height}%`;
  return node;
}

export const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

export const day = (at) =>
  new Date(at).toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });
