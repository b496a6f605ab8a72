// What the server says, for the type checker only; every module may use these by name.
// Made by `make describe` from the shapes in server/: do not edit.

type Choice = [string, number | null];
type Hint = [string, number | null, number | null, number | null, number, Reason | null];
type Dominoes = Record<string, Printed>;

/** The squares at the edges of a kingdom, counted from the castle. */
type Box = {
  west: number;
  north: number;
  east: number;
  south: number;
};

/** What can be played, with whom, and how. */
type Catalogue = {
  games: Game[];
  levels: Level[];
  usual_level: string;
  longest_name: number;
  dynasty: number;
  open_tables: boolean;
};

/** The cavemen in the open and in the pile. */
type Cave = {
  face_up: string[];
  pile: Record<string, number>;
};

/** The time for a decision and when it ends; with a clock for the game what is left of it. */
type Clock = {
  seconds: number;
  deadline: number | null;
  game?: number;
  left?: Record<string, number>;
  since?: number;
};

/** Today's deal, when the next one comes, and the last seed that is no secret any more. */
type DailyDeal = {
  version: string;
  day: string;
  ends: number;
  shown: ShownSeed;
  games: string[];
  levels: string[];
};

/** The strongest bot's game of a deal, and the points so far. */
type DailyStrongest = {
  id: string;
  level: string;
  over: boolean;
  totals: number[];
};

/** Which day's deal a table plays, and as what. */
type DailyTable = {
  day: string;
  kind: "counts" | "practice" | "strongest";
};

/** What the table waits for. */
type Decision = {
  phase: string;
  player: number | null;
  domino?: string;
  square?: string;
  name?: string;
  why?: string;
  reach?: number;
  payments?: string[][];
};

/** Something on a score pad that cannot be: a code that never changes, and English. */
type Doubt = {
  code: string;
  seat: number | null;
  square: string | null;
  what: string;
  crowns: number;
  n: number;
  most: number;
  why: string;
};

/** A domino to be placed and by whom. */
type Due = {
  domino: string;
  player: number;
};

/** Which game of a dynasty this is, and the points so far. */
type Dynasty = {
  id: string;
  game: number;
  of: number;
  totals: Record<string, number>;
  winners: number[] | null;
};

/** What proves the draw: the fingerprint first, the secret at the end. */
type Fair = {
  version: string;
  commitment: string;
  nonces: Record<string, string>;
  secret: string | null;
};

/** A rule set. */
type Game = {
  name: string;
  title: string;
  what: string;
  players: number[];
  variants: Variant[];
  refused: Record<string, Refused>;
  colours: string[];
  quests: string[];
  cavemen: string[];
};

/** One printed square. */
type Half = {
  cell: string;
};

/** Who invites to what; the name of who has none is empty. */
type Invitation = {
  game: string;
  host: string;
};

/** A decision of a finished game beside the best one; shares are not known without search. */
type Judged = {
  at: number;
  player: number;
  grade: string;
  played: string;
  points: number;
  share: number | null;
  best: string;
  why: Reason | null;
  points_lost: number;
  share_lost: number | null;
};

/** The squares of a kingdom, each as drawings spell it. */
type Kingdom = {
  cells: Record<string, string>;
  discarded: number;
  box: Box;
};

/** A bot's strength. */
type Level = {
  name: string;
  title: string;
  what: string;
  seconds: number;
  state: "missing" | "ready" | "warming";
};

/** A table where this browser has a seat. */
type MyGame = {
  id: string;
  seats: number[];
  game: string;
  variants: string[];
  names: string[];
  levels: (string | null)[];
  round: number;
  rounds: number;
  my_turn: boolean;
  started: boolean;
  over: boolean;
  winners: number[] | null;
  updated: number;
  kept_until: number | null;
  damaged?: boolean;
};

/** A domino of the next row and whose king stands on it. */
type Offered = {
  domino: string;
  owner: number | null;
};

/** A table that anybody may sit down at; ``since`` is in milliseconds since 1970. */
type OpenTable = {
  id: string;
  game: string;
  variants: string[];
  dynasty: boolean;
  players: number;
  free: number;
  names: string[];
  levels: (string | null)[];
  hints: boolean;
  clock: number;
  game_clock: number;
  since: number;
};

/** Tables that wait for company, and what time it is. */
type OpenTables = {
  tables: OpenTable[];
  now: number;
};

/** A painted kingdom of a score pad. */
type PadKingdom = {
  name: string;
  discarded: number;
  cells: Record<string, string>;
  box: Box;
};

/** A score pad, the word for its link, and the sums of its games. */
type PadScored = {
  code: string;
  tables: PadTable[];
  totals: number[];
  leaders: number[];
};

/** One game of a score pad, scored. */
type PadTable = {
  game: string;
  variants: string[];
  size: number;
  quests: string[];
  totems: Record<string, number | null>;
  kingdoms: PadKingdom[];
  sheets: Record<string, Sheet>;
  winners: number[];
  doubts: Doubt[];
};

/** What is printed on a domino. */
type Printed = {
  left: Half;
  right: Half;
  symbol: "footprints" | "giant" | null;
};

/** A position, and the answers to choose from with their gain at once. */
type Puzzle = {
  view: View;
  answers: [string, number | null][];
  found: number;
};

/** Of each puzzle of a game how many levels find it and its kind, and the number of the one of
    the day, from 1. */
type Puzzles = {
  found: number[];
  kinds: string[];
  today: number | null;
};

/** A code, and the numbers and names that its sentence needs. */
type Reason = {
  code: string;
  terrain?: string;
  squares?: number;
  crowns?: number;
  player?: number;
  points?: number;
  domino?: string;
  columns?: number;
  rows?: number;
};

/** Why a variant does not go with a game: a code that never changes, and English. */
type Refused = {
  code: string;
  why: string;
};

/** Squares that hang together, and what they score. */
type Region = {
  terrain: string;
  squares: string[];
  crowns: number;
  points: number;
};

/** Verdicts on a finished game, those that were not known yet, and how many there will be. */
type Reviewed = {
  of: number;
  verdicts: Judged[];
};

/** What is played. */
type Rules = {
  game: string;
  players: number;
  variants: string[];
  size: number;
  rounds: number;
};

/** Who sits where. */
type Seat = {
  name: string;
  colour: string;
  emblem?: string;
  kind: "bot" | "human" | "open";
  level?: string;
  online: boolean;
  played_by: string | null;
};

/** A score sheet; the regions are there when they are asked for. */
type Sheet = {
  total: number;
  lines: Record<string, number>;
  largest_region: number;
  crowns: number;
  regions?: Region[];
};

/** Every player's score sheet with its regions. */
type Sheets = {
  sheets: Record<string, Sheet>;
};

/** The seed of a day that is over. */
type ShownSeed = {
  day: string;
  seed: string;
};

/** The best answer, the points and the part of the victory to be expected of each, and why. */
type Solved = {
  best: number;
  points: number[];
  shares: number[];
  why: Reason;
};

/** A change of the table: a move, a draw, or something about a seat. */
type TableEvent = {
  type: "event";
  seq: number;
  player: number | null;
  action: string | null;
  what?: string;
  seat?: number;
  once?: boolean;
  lapsed?: boolean;
  id?: string;
  domino?: string;
  patch: Record<string, any>;
  options?: [string, number | null][];
  worth?: Worth;
};

/** An option of a game and the numbers of players that may use it. */
type Variant = {
  name: string;
  title: string;
  what: string;
  players: number[];
};

/** All that everybody may know about a table. */
type View = {
  id: string;
  seq: number;
  started: boolean;
  offered: boolean;
  rules: Rules;
  dynasty: Dynasty | null;
  daily: DailyTable | null;
  hints: boolean;
  seats: Record<string, Seat>;
  kingdoms: Record<string, Kingdom>;
  sheets: Record<string, Sheet>;
  offer: Offered[];
  line: Due[];
  round: number;
  rows_left: number;
  trimmed?: string[];
  quests?: string[];
  totems?: Record<string, number | null>;
  cave?: Cave;
  spent?: string[];
  decision: Decision | null;
  clock: Clock;
  over: boolean;
  winners: number[] | null;
  next: string | null;
  fair: Fair | null;
};

/** The points that each caveman to be had would bring at most, in the open and in the pile. */
type Worth = {
  face_up: Record<string, number>;
  pile: Record<string, number>;
};
