// The messages between the page and the program as the scripts see them, for the check of their types.
// Their fields are explained where the program has them: wire.rs, markup.rs, click_map.rs, table_info.rs, home.rs,
// person.rs and events.rs beside this folder; in the crate `chat` the actions, the tables of events, and their form.

export type Place = "channel" | "private";
/** Milliseconds since 1970. */
export type Millis = number;

export interface Span {
  s: string;
  k?: "bold" | "italic" | "code" | "file" | "fold";
  who?: string;
  at?: Millis;
  dated?: boolean;
  game?: number;
  in?: Span[];
}

export interface Question {
  asked: string;
  until: Millis;
}

/** An action that the page makes itself has no more than the line and where it is said. */
export interface Doable {
  line: string;
  says: "here" | "private" | "atgame";
  game: number | null;
  question?: Question;
}

export interface Action extends Doable {
  id: string;
  label: string;
  weight: "primary" | "normal" | "danger";
  ply: number | null;
}

/** The state of a game that goes with what is moved there: the program refuses it in any other one. */
export interface Seen {
  game: number;
  ply: number;
  drafts: number | null;
}

export interface You {
  id: string;
  name: string;
  key: string;
  proof: string;
}

export interface Author {
  id: string;
  name: string;
}

export interface Patch {
  zone?: string;
  first: [number, number];
  size: [number, number];
  at: [number, number];
  along: [number, number];
  across: [number, number];
  edge?: number;
}

export interface Frame {
  width: number;
  height: number;
  patches: Patch[];
}

export interface Picture {
  shows: "board" | "replay" | "ply" | "card" | "course" | "standings";
  src: string;
  alt: string;
  chosen: boolean;
  frame: Frame;
}

export interface Line {
  id: number;
  place: Place;
  author?: Author;
  text: Span[];
  only?: boolean;
  answers?: number;
  ping?: string[];
  picture?: Picture;
  game?: number;
  chips?: string[];
  actions?: Action[];
  at: Millis;
  client?: string;
}

export interface GameCard {
  title: string;
  line: Span[];
  picture: string;
  play: string;
  rules: string;
}

export interface Greeting {
  text: Span[];
  games: GameCard[];
  chips: { label: string; text: string }[];
}

/** A game in the list at the left. */
export interface Game {
  no: number;
  kind: string;
  title: string;
  with: string;
  waiting: boolean;
  of_event: boolean;
  place: Place | null;
}

// A person

export interface FinishedGame {
  no: number;
  kind: string;
  title: string;
  with: string;
  how: "won" | "lost" | "drawn" | "others_won" | "no_result";
  result: string;
  at: Millis;
  replay: boolean;
  card: boolean;
  /** The address of its last board without width and theme, and whether whose it is has to be proved. */
  board: { src: string, proof: boolean } | null;
  place: Place | null;
}

/** Finished games, and how many there are in all. */
export interface Finished {
  games: FinishedGame[];
  of: number;
}

/** The finished games that are wanted, behind those that are there. */
export interface FinishedWanted {
  game?: string | null;
  with?: string | null;
  result?: FinishedGame["how"] | null;
  skip?: number;
}

export interface Tally {
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface PersonRating {
  kind: string;
  title: string;
  now: { points: string; spread: number; games: number } | null;
  course: [week: Millis, rating: number, spread: number][];
}

export interface PersonInfo {
  name: string;
  me: boolean;
  here: boolean;
  since: Millis | null;
  plays: number[];
  ratings: PersonRating[];
  record: (Tally & { title: string })[];
  together: Tally | null;
  finished: Finished;
}

export interface GameTime {
  no: number;
  mine: boolean;
  ends: Millis | null;
}

// What there is to play, to take and to watch

/** A board that is shown small: a way to its game. */
export interface SmallBoard extends BoardAddress {
  width: number;
  height: number;
}

export interface Tile {
  no: number;
  kind: string;
  title: string;
  with: string[];
  place: Place | null;
  waits: boolean;
  moment: string;
  says: string;
  clock: { mine: boolean; ends: Millis | null } | null;
  board: SmallBoard;
}

export interface Offer {
  no: number;
  kind: string;
  title: string;
  by: string;
  rating: number | null;
  clock: string | null;
  rated: boolean;
  seats: number;
  taken: number;
  mine: boolean;
  asked: boolean;
  actions: Action[];
}

export interface PersonHere {
  name: string;
  me: boolean;
  plays: number[];
  looks: boolean;
}

export interface Home {
  newcomer: boolean;
  last: { label: string; line: string }[];
  games: Tile[];
  offers: Offer[];
  watch: Tile[];
  people: PersonHere[];
}

// The table of a game

/** The address of a board's picture, in its parts. */
export interface BoardAddress {
  src: string;
  lines: number;
  plies: number;
  side: number;
  proof: boolean;
  theme: string | null;
  face: string;
  whole: number;
}

export interface Piece {
  src: string;
  name: string;
  n: number;
}

export interface Side {
  name: string;
  shade: string;
  captured: Piece[];
  hand: Piece[];
  lead: number;
  label: string;
  score: number | null;
  turn: boolean;
  won: boolean;
  out: boolean;
  bot: boolean;
  clock: [left: number, runs: boolean] | null;
}

export interface Told {
  words: string;
  came: string[];
  short: string;
  fight: Fight | null;
}

export interface Fight {
  attack: [sides: number, face: number];
  defence: [sides: number, face: number];
  verdict: "Hit" | "Push" | "Lost";
  percent?: number;
  /** The shade of who attacked. */
  attacker: "Light" | "Dark" | { Tone: number };
}

export interface Move {
  text: string;
  from: string;
  to: string;
  odds?: number;
}

/** A line of conditional moves: as it is typed, in words, and where its first reply goes. */
export interface PlanLine {
  text: string;
  words: string;
  cells: [from: string, to: string];
}

export interface Plan {
  lines: PlanLine[];
  conditions: string[];
  ply: number;
}

export interface TableInfo {
  no: number;
  place: Place | null;
  title: string;
  moment: string;
  headline: string;
  note: string;
  state: string;
  sides: Side[];
  told: Told[];
  board: BoardAddress & { alt: string; frame: Frame };
  men: [cell: string, man: string][];
  mine: boolean;
  waits: boolean;
  running: boolean;
  moves: Move[];
  seen: Seen;
  plan: Plan | null;
  movable: string[];
  plies: [text: string, lines: number, dice: string | null, side: number][];
  actions: Action[];
  /** What is proposed to this person, with the answers. */
  asked: string | null;
  asks: Action[];
  seal: Span[];
  living: Living | null;
}

// A board that the page draws itself: all places are pixels of its frame

export interface Living {
  theme: string;
  /** The address of the men, heads, dice and shapes of marks, each a symbol. */
  sheet: string;
  ground: Ground;
  /** The boxes of men: the circle in a cell in pixels, the box in circles, and where in it the middle of the cell lies. */
  stand: [circle: number, reach: number, across: number, down: number];
  colours: Record<"legal" | "last" | "edge" | "medal" | "push" | "lost", string>;
  position: Position;
  /** The plies behind what the page had, the oldest first; empty if it is to show the position at once. */
  film: Ply[];
}

/** A board without men. Those of one key are one picture. */
export interface Ground {
  src: string;
  key: string;
}

/** The cell of a man, the name of his symbol, and the letters of his badges. */
export type Man = [cell: string, look: string, badges?: string];
/** A man who was taken just now, in his box. */
export type Gone = [look: string, x: number, y: number, size: number];
export type Stroke =
  | [path: string, fill: string]
  | [path: string, colour: string, width: number, round?: boolean, dashes?: string]
  | [x: number, y: number, size: number, shape: string, fill: string, edge?: string]
  | { words: string, x: number, y: number, size: number, colour: string, width: number }
  | { part: number, of: Stroke[] };

/** What is marked on a board, under the men and over them. */
export interface Marks {
  gone?: Gone[];
  under?: Stroke[];
  over?: Stroke[];
  chips?: Stroke[];
}

export interface Position extends Marks {
  men: Man[];
}

/** How a ply changes the position: `off` are left, `on` stand there then. */
export interface Ply extends Marks {
  lines: number;
  off?: string[];
  on?: Man[];
  step?: Step;
  ground?: Ground;
}

export interface Step {
  from?: string;
  to?: string;
  /** The middles of the cells on the way, where that is not straight. */
  way?: [x: number, y: number][];
  taken?: string[];
  how?: "push" | "lost";
  merged?: string;
  raised?: string;
  rolls?: [attack: [sides: number, face: number], defence: [sides: number, face: number]];
}

/** A whole game, ply by ply. */
export interface FilmInfo {
  start: Position;
  start_sides?: Side[];
  ground: Ground;
  plies: FilmPly[];
}

export type FilmPly = Ply & { told: Told[], sides?: Side[] };

// Events

export interface OwnGame {
  game: number;
  against: string;
  white: boolean;
}

export interface EventItem {
  no: number;
  name: string;
  stage: Span[];
  note?: string;
  over: boolean;
  games: OwnGame[];
  actions: Action[];
}

export interface Player {
  number: number | null;
  name: string;
  rating: number;
  is_person: boolean;
  here: boolean;
  gone: boolean;
  mine: boolean;
}

export interface TieBreak {
  code: string;
  name: string;
}

export interface Cell {
  text: string;
  how: string;
  kind: "won" | "drew" | "lost" | "plays" | "none";
  with: number | null;
  white: boolean | null;
  game: number | null;
}

export interface StandingsLine {
  place: number | null;
  number: number;
  points: string;
  podium: boolean;
  tie_breaks: string[];
  rounds: Cell[];
}

export interface Group {
  group: number | null;
  rounds: number;
  games: [over: number, all: number] | null;
  tie_breaks: TieBreak[];
  lines: StandingsLine[];
}

export interface Pair {
  white: number;
  black: number;
  game: number;
  result: string | null;
}

export interface Round {
  pairs: Pair[];
  free: string[];
}

/** All about an event. */
export interface EventInfo extends EventItem {
  terms: string;
  tools: Action[] | null;
  players: Player[];
  groups: Group[];
  rounds: Round[];
}

export interface EventForm {
  games: { key: string; title: string }[];
  zone: string;
  most_rounds: number;
  most_weeks: number;
}

// The form for a new game

export interface OptionChoice {
  key: string;
  meaning: string;
  default: string;
  values: { value: string; word: string; title: string | null }[];
  range: [least: number, most: number | null] | null;
  seats: number[];
}

export interface PlayableGame {
  key: string;
  title: string;
  /** The names of the seats for each number of them. */
  seats: string[][];
  clock: string;
  options: OptionChoice[];
}

export interface NewGameForm {
  games: PlayableGame[];
  usual: string;
  levels: string[];
  level: number;
  again: { label: string; line: string }[];
  filled: { game: string; others: string[]; clock: string; rated: boolean; options: [key: string, value: string][] } | null;
}

// Help and rules

export interface HelpGroup {
  title: string;
  commands: { usage: string; does: string; example: string }[];
}

export interface RulesPage {
  title: string;
  text: Span[];
  topics: string[];
}

// Questions of the page, and the answers

export type About =
  | { actions: { place: Place } }
  | { targets: { game: number; square: string } }
  | { table: { game: number; side?: number; theme?: string; contrast?: boolean; have?: number } }
  | { illegal: { game: number; text: string } }
  | { event: { no: number } }
  | { new_game: { game: number | null } }
  | { rules: { kind: string; topic: string } }
  | "home"
  | "times"
  | "events"
  | { person: { name: string } }
  | { finished: FinishedWanted }
  | "event_form"
  | "help";

export interface Answers {
  actions: Action[];
  targets: { squares: string[]; moves: string[]; changes?: Move[] };
  table: TableInfo | null;
  illegal: string | null;
  home: Home;
  new_game: NewGameForm;
  times: GameTime[];
  events: EventItem[];
  event: EventInfo | null;
  event_form: { form: EventForm } | { refused: string } | null;
  person: PersonInfo | null;
  finished: Finished;
  help: HelpGroup[];
  rules: RulesPage | null;
}

/** The subject of a question: its only key, or the question itself. */
type Subject<A extends About> = A extends string ? A : A extends unknown ? keyof A : never;
/** Asks something that changes nothing; `null` if no answer comes. */
export type Ask = <A extends About>(about: A) => Promise<Pick<Answers, Subject<A> & keyof Answers> | null>;

// Messages of the page

export interface NewMessage {
  id: string;
  salt: string;
  place: Place;
  text: string;
  reply_to: number | null;
  question: Question | null;
  seen: Seen | null;
  /** The game that is before its writer. */
  facing: number | null;
  again: boolean;
}

export type FromPage =
  | { type: "enter"; name: { name: string; secret: string } | null; last: number | null; locale: string | null }
  | { type: "code" }
  | { type: "device"; code: string; secret: string }
  | { type: "admit"; yes: boolean }
  | { type: "signout" }
  | ({ type: "say" } & NewMessage)
  | { type: "ask"; id: number; about: About }
  | { type: "older"; place: Place; before: number };

// Messages to the page

export interface Welcome {
  type: "welcome";
  run: string;
  build: string;
  you: You | null;
  suggestion: string | null;
  greeting: Greeting;
  signing_key: string;
  open: boolean;
  address: string | null;
}

export interface Refused {
  type: "refused";
  why: string;
  offer: string | null;
  key: string | null;
  /** Whether this browser has been signed out. */
  out: boolean;
}

export interface Lines {
  type: "lines";
  fresh: boolean;
  lines: Line[];
  more: Place[];
}

export interface Older {
  type: "older";
  place: Place;
  lines: Line[];
  before: number | null;
}

export interface Kept {
  type: "kept";
  id: string;
  line: number;
}

export interface Unkept {
  type: "unkept";
  id: string;
  why: string;
  retry: boolean;
}

export type DeviceStep = { type: "device" } & (
  | { step: "code"; code: string; until: Millis }
  | { step: "asks" }
  | { step: "waits" }
  | { step: "yours"; name: string }
  | { step: "over"; why: string });

export interface Stopped {
  type: "stopped";
  why: string;
}

/** A message to the page that is no answer to a question. */
export type ToPage =
  | Welcome
  | Refused
  | Lines
  | Older
  | { type: "line"; line: Line }
  | Kept
  | Unkept
  | { type: "note"; place: Place; text: Span[] }
  | { type: "out"; why: string }
  | Stopped
  | DeviceStep
  | { type: "people"; here: string[] }
  | { type: "games"; games: Game[] }
  | { type: "beat" };

// What the scripts share among themselves

/** A message of this browser that may not have arrived. */
export interface OutboxEntry extends Omit<NewMessage, "again"> {
  at: Millis;
  /** How many this tab had made with it. */
  n: number;
  /** The key of the name under which it is said. */
  as?: string;
  sent?: boolean;
  /** The line as which it is kept, and the run of the program that said so. */
  kept?: number;
  run?: string | null;
}

/** A chip above the message box: an action, a text to send, or one to put into the box. */
export type Chip = Action | { label: string; put: string } | string;

/** Does what an action says; returns the id of its message. */
export type Act = (action: Doable) => string;
