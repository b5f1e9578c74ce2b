// The pictures that the program draws for the board of a table, in the size that is seen.

import { el } from "./draw.js";
import { settings } from "./settings.js";

/** @import { TableInfo } from "./types" */

const WIDTHS = [300, 400, 450, 600, 840, 900, 960, 1200, 1800, 2400];

/**
 * The address of a picture that stands `across` so many pixels of the page.
 *
 * @param {string} src
 * @param {{ board: TableInfo["board"], across: number, theme: string, proof: string | null | undefined }} seen
 */
export function addressOf(src, { board, across, theme, proof }) {
  const wanted = across * devicePixelRatio * (board.whole / board.frame.width);
  const width = WIDTHS.find((one) => one >= wanted - 1) ?? WIDTHS.at(-1);
  const names = settings.coordinates ? "" : "&names=0";
  return `${src}${names}&width=${width}` + (theme ? `&theme=${theme}` : "") + (board.proof && proof ? `&by=${proof}` : "");
}

/**
 * A picture, once it is decoded.
 *
 * @param {string} address
 * @param {TableInfo["board"]["frame"]} frame
 */
export async function pictureAt(address, { width, height }) {
  const image = el("img", { draggable: false, width, height });
  image.src = address;
  await image.decode();
  return image;
}
