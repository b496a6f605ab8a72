// The shapes of docs/protocol.md, for the type checker only; every module may use them by name.

type Square = { x: number; y: number };
type Pane = { west: number; north: number; cols: number; rows: number };
type Box = { west: number; north: number; east: number; south: number };
type Choice = [string, number | null];

type Seat = {
    name: string;
    colour: string;
    kind: "human" | "bot" | "open";
    level?: string;
    online: boolean;
    played_by: string | null;
};
type Kingdom = { cells: Record<string, string>; discarded: number; box: Box };
type Region = { terrain: string; squares: string[]; crowns: number; points: number };
type Sheet = {
    total: number;
    lines: Record<string, number>;
    largest_region: number;
    crowns: number;
    regions?: Region[];
};
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
type Rules = {
    game: string;
    players: number;
    variants: string[];
    size: number;
    rounds: number;
};
type View = {
    id: string;
    seq: number;
    started?: boolean;
    rules: Rules;
    dynasty: { game: number; of: number; totals: Record<string, number>; winners?: number[] | null } | null;
    next?: string | null;
    hints: boolean;
    seats: Record<string, Seat>;
    kingdoms: Record<string, Kingdom>;
    sheets: Record<string, Sheet>;
    offer: { domino: string; owner: number | null }[];
    line: { domino: string; player: number }[];
    trimmed?: string[];
    round: number;
    rows_left: number;
    quests?: string[];
    totems?: Record<string, number | null>;
    cave?: { face_up: string[]; pile: Record<string, number> };
    spent?: string[];
    decision: Decision | null;
    clock: { seconds: number; deadline: number | null };
    over: boolean;
    winners: number[] | null;
    fair?: { commitment: string; nonces: Record<string, string>; secret: string | null };
};
type TableEvent = {
    type: "event";
    seq: number;
    player: number | null;
    action: string | null;
    what?: string;
    seat?: number;
    domino?: string;
    patch: object;
    options?: Choice[];
};
type Printed = {
    left: { cell: string };
    right: { cell: string };
    symbol: "giant" | "footprints" | null;
};
type Dominoes = Record<string, Printed>;

type Variant = { name: string; title: string; what: string; players: number[] };
type Refused = { code: string; why: string };
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
type Words = { en: string; cs: string; sk: string; sr: string };
type Level = { name: string; title: Words; what: Words; seconds: number; state: "ready" | "warming" | "missing" };
type Catalogue = { games: Game[]; levels: Level[]; usual_level: string; longest_name: number };
type MyGame = {
    id: string;
    game: string;
    variants: string[];
    names: string[];
    levels: (string | null)[];
    seats: number[];
    round: number;
    rounds: number;
    my_turn: boolean;
    over: boolean;
    started: boolean;
    updated: number;
};

type SeatChoice = { kind: "me" | "link" | "bot"; name: string; level: string };
type Setup = {
    game: string;
    variants: string[];
    dynasty: boolean;
    seats: SeatChoice[];
    hints: boolean;
    clock: number;
};

type LogLine = {
    seq: number;
    player: number | null;
    action: string | null;
    what?: string;
    seat?: number;
    domino?: string;
    word?: string;
    totems?: Record<string, number | null>;
    trimmed?: string[];
    gain: number;
};
/** An action, its gain now, the points and the part of the victory to be expected, playouts. */
type Hint = [string, number | null, number | null, number | null, number];
/** What is tried out; *rest* follows by itself when it is sent. */
type Staged = { actions: string[]; rest: string[]; patch: object | null; options: Choice[] | null; done: boolean };

type Signal<T> = import("./lib").Signal<T>;
