// The page's own shapes, for the type checker only; what the server says is in types.d.ts.

type Square = { x: number; y: number };

type Pane = { west: number; north: number; cols: number; rows: number };

type SeatChoice = { kind: "me" | "link" | "bot"; name: string; level: string };

type Setup = {
  game: string;
  variants: string[];
  dynasty: boolean;
  seats: SeatChoice[];
  hints: boolean;
  clock: number;
  game_clock?: number;
  /** Whether anybody may take the seats by link. */
  offered?: boolean;
};

type LogLine = {
  seq: number;
  player: number | null;
  action: string | null;
  what?: string;
  seat?: number;
  once?: boolean;
  lapsed?: boolean;
  domino?: string;
  word?: string;
  totems?: Record<string, number | null>;
  trimmed?: string[];
  gain: number;
};

/** What is tried out; *rest* follows by itself when it is sent. */
type Staged = {
  actions: string[];
  rest: string[];
  patch: object | null;
  options: Choice[] | null;
  worth: Worth | undefined;
  done: boolean;
};

type Signal<T> = import("./lib").Signal<T>;
