// What happens without a tap of this person, and what may come of it: nothing takes the place of a board that is in use.

import { wishes } from "./keep.js";
import { change, settings } from "./settings.js";
import { isOffer } from "./state.js";

/** @import { Knock, Knocks } from "./knock.js" */
/** @import { Sound } from "./sound.js" */
/** @import { State } from "./state.js" */
/** @import { Act, Ask, Game, Line, Offer, TableInfo } from "./types" */

const STARTS = /^\W*(?:challenge|play|accept|rematch|again)\b/iu;
const NOTICE = 5_000; // Milliseconds until a board gives way that nobody uses.
const SOUNDS = "sounds"; // The key of the question whether somebody wants them.

export class Happens {
  /**
   * `ask` asks the program, `act` does an action, `open` puts a game on the table, `facing` has the number of the game
   * there, `isOver` tells whether that is over, and `inUse` whether somebody has it in hand.
   *
   * @param {State} state
   * @param {{
   *   ask: Ask,
   *   act: Act,
   *   open: (no: number) => void,
   *   facing: () => number | null,
   *   isOver: () => boolean,
   *   inUse: () => boolean,
   * }} parts
   */
  constructor(state, parts) {
    this.state = state;
    this.parts = parts;
    this.expecting = false; // Whether this person has said what may begin a game.
    /** The games and the questions that this page has been told of, and whose they are. */
    this.known = { key: /** @type {string | null} */ (null), games: new Set(), offers: new Set(), mine: new Set() };
    /** @type {Knocks | null} */
    this.knocks = null;
  }

  /** A line is said that may begin a game, which the person wants to see then. @param {string} text */
  expects(text) {
    if (STARTS.test(text)) this.expecting = true;
  }

  /** The list of this person's games has come. */
  games() {
    const { you, games } = this.state;
    if (!you) return;
    const before = this.known;
    const running = games.filter((game) => game.place && !isOffer(game));
    const asked = games.filter((game) => isOffer(game) && game.waiting);
    const offers = games.filter((game) => isOffer(game) && !game.waiting);
    this.known = { key: you.key, games: numbers(running), offers: numbers(asked), mine: numbers(offers) };
    for (const key of this.knocks?.keys() ?? []) {
      if (key !== SOUNDS && !games.some((game) => keyOf(game) === key)) this.knocks?.gone(key);
    }
    const isFirst = before.key !== you.key;
    // What was said has made an offer: the game that comes of it later is not the answer to that line.
    if (!isFirst && offers.some((game) => !before.mine.has(game.no))) this.expecting = false;
    const begun = running.filter((game) => !isFirst && !before.games.has(game.no));
    // The games of a league begin together: the others of them have their tabs.
    const first = begun.find((game) => game.waiting) ?? begun[0];
    if (first) this.begin(first);
    const fresh = asked.filter((game) => isFirst || !before.offers.has(game.no));
    if (fresh.length) this.askedFor(fresh);
  }

  /** A game of this person has begun. @param {Game} game */
  begin(game) {
    const { open, facing, isOver, inUse } = this.parts;
    const isAnswer = this.expecting;
    this.expecting = false;
    if (game.no === facing()) return;
    const words = `${game.title} #${game.no} has begun: you play ${game.with}.`;
    /** @type {Knock} */
    const knock = { key: keyOf(game), words, clock: game.no, ways: [["Open", () => open(game.no), "primary"]] };
    if (inUse()) return this.knock(knock);
    if (isAnswer || (!game.of_event && (facing() === null || isOver()))) {
      this.sound("turn");
      return open(game.no);
    }
    this.knock({
      ...knock,
      ways: [["Open now", () => open(game.no), "primary"], ["Stay", () => {}, "normal"]],
      // Somebody may have taken the board in hand by then.
      opens: { at: Date.now() + NOTICE, now: () => (inUse() ? this.knock(knock) : open(game.no)) },
    });
  }

  /** Somebody asks this person for games: the terms and the answers come from the program. @param {Game[]} games */
  async askedFor(games) {
    const answer = await this.parts.ask("home");
    for (const offer of answer?.home.offers ?? []) {
      if (games.some((game) => game.no === offer.no) && this.known.offers.has(offer.no)) this.knock(this.question(offer));
    }
  }

  /** @param {Offer} offer @returns {Knock} */
  question(offer) {
    const { act } = this.parts;
    const terms = [offer.title, offer.clock, offer.rated ? "rated" : null].filter(Boolean).join(" · ");
    return {
      key: `offer-${offer.no}`,
      words: `${offer.by} asks you for a game: ${terms}`,
      ways: offer.actions.map((action) => [action.label, () => void act(action), action.weight]),
    };
  }

  /** @param {Knock} knock */
  async knock(knock) {
    const found = await import("./knock.js").catch(() => null); // It stands on Home and in the tabs as well.
    if (!found) return;
    this.knocks ??= new found.Knocks(this.state);
    this.knocks.put(knock);
    if (knock.key !== SOUNDS) this.sound("turn");
  }

  /** This person has made a move: whether they want sounds is asked at the first one. */
  moved() {
    if (settings.sound || wishes.sounds()) return;
    wishes.askedSounds();
    const on = () => {
      change("sound", true);
      this.sound("move");
    };
    this.knock({ key: SOUNDS, words: "Sounds for moves and fights?", ways: [["On", on, "primary"], ["Off", () => {}, "normal"]], idle: true });
  }

  /** The game on the table has gone on. @param {TableInfo} before @param {TableInfo} after */
  went(before, after) {
    this.sound((of) => of(before, after));
  }

  /** A line of the bot calls this person. @param {Line} line */
  called(line) {
    // What comes on the table is heard by itself.
    if (document.hidden || line.game !== this.parts.facing()) this.sound("turn");
  }

  /** Plays a sound, for whoever wants sounds. @param {Sound | ((of: typeof import("./sound.js").soundOf) => Sound | null)} which */
  async sound(which) {
    const found = settings.sound && await import("./sound.js").catch(() => null);
    if (!found) return;
    const name = typeof which === "string" ? which : which(found.soundOf);
    if (name) found.play(name, settings.volume);
  }
}

/** @param {Game[]} games */
const numbers = (games) => new Set(games.map((game) => game.no));
/** @param {Game} game */
const keyOf = (game) => `${isOffer(game) ? "offer" : "game"}-${game.no}`;
