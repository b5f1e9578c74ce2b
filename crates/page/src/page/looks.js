// What only shows something, and so is no word for others: it is asked in private, or the page has it itself.

const LOOKS = /^(?:#\d+ )?(?:board|legal|moves|why|odds|rules|help|games|record|replay|verify|profile|score|ratings?|tournament standings)\b/iu;
const BOARD = /^board\b/iu;
const READ = /^(help|rules)\b\s*(.*)$/iu;
const STANDINGS = /^tournament standings T?(\d+)$/iu;

/** Whether a line only asks to see something. @param {string} line */
export const isLook = (line) => LOOKS.test(line);

/**
 * What the page itself shows instead of saying a line: the table of a game, an event, help or rules about something.
 *
 * @param {{ line: string, game: number | null }} action
 * @returns {{ game?: number, event?: number, help?: string, rules?: string }}
 */
export function seenHere({ line, game }) {
  const event = STANDINGS.exec(line)?.[1];
  if (event) return { event: Number(event) };
  const read = READ.exec(line);
  if (read) return { [read[1].toLowerCase()]: read[2] };
  return BOARD.test(line) && game !== null ? { game } : {};
}
