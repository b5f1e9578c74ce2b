// What a board is drawn of, as SVG: men with their badges, and marks. The shapes are symbols of a sheet that is fetched
// once for each game and theme.

/** @import { Gone, Living, Man, Marks, Stroke } from "./types" */

const SVG = "http://www.w3.org/2000/svg";
const BOX = 108; // The box of a man, in which his badges have their places.
const MEDAL = 48;
const EDGE = 107; // Where badges end.
const NEXT = 0.78; // The step from one medal to the next, of its size.
const MIDDLE = 0.36; // How far below the middle of capitals they stand, in parts of their size.
const HEAD = 0.74; // The head on a medal, of its size.
const PILL = 32; // The height of a label with three badges or more.
const HOLLOW = { "fill-rule": "evenodd" }; // The shape of a ring has a second outline in the first one.
/** @type {Record<string, string | undefined>} */
const HEADS = { S: "soldier", L: "lieutenant", C: "captain", A: "assassin" };

/**
 * A node of a drawing.
 *
 * @param {string} tag
 * @param {Record<string, string | number | undefined>} [props]
 * @param {(Node | string)[]} inside
 */
export function svg(tag, props = {}, ...inside) {
  const node = /** @type {SVGGraphicsElement} */ (document.createElementNS(SVG, tag));
  for (const [key, value] of Object.entries(props)) if (value !== undefined) node.setAttribute(key, String(value));
  node.append(...inside);
  return node;
}

/**
 * A symbol of the sheet in a square.
 *
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Record<string, string | number | undefined>} [props]
 */
export const use = (name, x, y, size, props) => svg("use", { href: `#m-${name}`, x, y, width: size, height: size, ...props });

/**
 * A word around its middle.
 *
 * @param {string} text
 * @param {{ y: number, "font-size": number } & Record<string, string | number | undefined>} props
 */
const word = (text, props) =>
  svg("text", { "text-anchor": "middle", "font-weight": "bold", ...props, y: props.y + MIDDLE * props["font-size"] }, text);

const sheet = svg("svg", { id: "sheet", "aria-hidden": "true" });
let held = ""; // The address of what it has.
/** What is on its way. @type {{ address: string, symbols: Promise<Element[]> } | null} */
let coming = null;

/** Whether the symbols of a sheet can be used. @param {string} address */
export const hasSheet = (address) => held === address;

/** Whether there is a symbol of a name. @param {string} name */
export const hasSymbol = (name) => sheet.querySelector(`#m-${name}`) !== null;

/** Fetches the symbols of a sheet; what they replace goes only as they are put to use. @param {string} address */
export async function fetchSheet(address) {
  const asked = coming?.address === address ? coming : { address, symbols: symbolsAt(address) };
  coming = asked;
  asked.symbols.catch(() => coming === asked && (coming = null));
  const found = await asked.symbols;
  return () => {
    if (held === address) return;
    held = address;
    sheet.replaceChildren(...found);
    if (!sheet.isConnected) document.body.append(sheet);
  };
}

/** @param {string} address */
async function symbolsAt(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const found = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  if (found.querySelector("parsererror") || !found.querySelector("symbol")) throw new Error(`${address} is no sheet`);
  return [...found.documentElement.children].map((child) => document.importNode(child, true));
}

/**
 * What a man consists of: himself and his badges.
 *
 * @param {Man} man
 * @param {Living} living
 */
export function manParts([, look, badges = ""], living) {
  const medals = badges.length > 2 ? [pill(badges, living.colours)] : [...badges].flatMap((badge, at) => {
    const x = EDGE - MEDAL - NEXT * MEDAL * (badges.length - 1 - at);
    return medal(badge, x, look, living);
  });
  return [use(look, 0, 0, BOX), ...medals];
}

/** A man's own drawing, without what is in it. */
export const manBox = () => svg("svg", { class: "man", viewBox: `0 0 ${BOX} ${BOX}` });

/**
 * @param {string} badge
 * @param {number} x
 * @param {string} look
 * @param {Living} living
 */
function medal(badge, x, look, { theme, colours }) {
  const y = EDGE - MEDAL;
  const shade = /-(light|dark|tone\d+)/u.exec(look)?.[1];
  const name = theme === "contrast" ? undefined : HEADS[badge];
  const aside = ((1 - HEAD) / 2) * MEDAL;
  return [
    use("medal", x, y, MEDAL, { fill: colours.medal, color: colours.edge }),
    name
      ? use(`${name}-${shade}-head`, x + aside, y + aside, HEAD * MEDAL)
      : word(badge, { x: x + MEDAL / 2, y: y + MEDAL / 2, "font-size": HEAD * MEDAL, fill: colours.edge }),
  ];
}

/** @param {string} badges @param {Living["colours"]} colours */
function pill(badges, { medal, edge }) {
  const width = 20 * badges.length + 18;
  return svg("g", {},
    svg("rect", { x: EDGE - width, y: EDGE - PILL, width, height: PILL, rx: PILL / 2, fill: medal, stroke: edge, "stroke-width": 2 }),
    word([...badges].join(" "), { x: EDGE - width / 2, y: EDGE - PILL / 2, "font-size": 28, textLength: width - 22, fill: edge }));
}

/**
 * A mark.
 *
 * @param {Stroke} stroke
 * @param {Living["colours"]} colours
 * @returns {SVGGraphicsElement}
 */
function strokeNode(stroke, colours) {
  if ("part" in stroke) return svg("g", { opacity: stroke.part }, ...stroke.of.map((one) => strokeNode(one, colours)));
  if ("words" in stroke) {
    const { words, x, y, size, colour, width } = stroke;
    return word(words, { x, y, "font-size": size, fill: colour, textLength: width, lengthAdjust: "spacingAndGlyphs" });
  }
  if (typeof stroke[0] === "number") {
    const [x, y, size, shape, fill, color = colours.edge] = /** @type {Extract<Stroke, [number, ...unknown[]]>} */ (stroke);
    return use(shape, x, y, size, { fill, color, ...HOLLOW });
  }
  const [d, colour, width, isRound, dashes] = /** @type {Extract<Stroke, [string, string, number, ...unknown[]]>} */ (stroke);
  if (width === undefined) return svg("path", { d, fill: colour, ...HOLLOW });
  return svg("path", {
    d, fill: "none", stroke: colour, "stroke-width": width, "stroke-dasharray": dashes,
    "stroke-linejoin": /z\s*$/iu.test(d) ? "miter" : "round", "stroke-linecap": isRound ? "round" : "butt",
  });
}

/** @param {Gone} gone */
const goneNode = ([look, x, y, size]) => use(look, x, y, size, { opacity: look.endsWith("-lying") ? 1 : 0.35 });

/**
 * The marks of a position: what lies under the men, over them, and on top of all. Those that were drawn before are
 * taken out of `had`; `all` has them by what they are drawn of.
 *
 * @param {Marks} marks
 * @param {Living["colours"]} colours
 * @param {Map<string, SVGGraphicsElement[]>} had
 */
export function markNodes({ gone = [], under = [], over = [], chips = [] }, colours, had) {
  /** @type {typeof had} */
  const all = new Map();
  /** @template {Gone | Stroke} T @param {T[]} marks @param {(mark: T) => SVGGraphicsElement} draw */
  const nodes = (marks, draw) => marks.map((mark) => {
    const name = JSON.stringify(mark);
    const node = had.get(name)?.pop() ?? draw(mark);
    all.set(name, [...all.get(name) ?? [], node]);
    return node;
  });
  /** @param {Stroke[]} strokes */
  const drawn = (strokes) => nodes(strokes, (stroke) => strokeNode(stroke, colours));
  /** @param {boolean} isLying */
  const taken = (isLying) => nodes(gone.filter(([look]) => look.endsWith("-lying") === isLying), goneNode);
  return { under: [...drawn(under), ...taken(false)], over: [...taken(true), ...drawn(over)], chips: drawn(chips), all };
}
