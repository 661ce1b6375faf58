// What comes over the wire: see docs/protocol.md, and core/scene.py for the scenes.

export type Tone = "" | "good" | "danger" | "held" | "muted";
export type At = [plies: number, cuts: number];

export interface Token {
  kind: "die" | "seed" | "pawn" | "card";
  face?: string; color?: string; owner?: number; count?: number; tone?: Tone; key?: string;
}
export interface Spot {
  key: string; label?: string; name?: string; tokens?: Token[]; face?: string; note?: string;
  owner?: number; tone?: Tone; at?: [number, number]; span?: [number, number]; points?: number; staked?: boolean;
  heading?: string; spoken?: string;
}
export interface Area {
  key: string; title: string; shape: "row" | "grid" | "ring" | "pile" | "list"; spots: Spot[];
  look?: "cell" | "pit" | "lane" | "tray" | "tile"; rank?: number; sign?: string; secret?: boolean;
  below?: number;
}
export interface ScoreRow {
  key: string; seat: number; name: string; value: number; stake?: number; goal?: number;
  facts?: string[]; current?: boolean;
}
export interface Choice {
  text: string; label: string; on?: string[]; key?: string; hint?: string; default?: boolean;
  reach?: string[];
}
export interface Scene {
  title: string; status?: string[]; scores?: ScoreRow[]; unit?: string; areas?: Area[];
  message?: string; tone?: Tone; ask?: string; choices?: Choice[]; marks?: string[] | null;
  facts_suffice?: boolean;
}
/** What is different in the next scene. */
export type Delta = Record<string, unknown>;
export interface Step { text?: string; scene?: Scene; delta?: Delta; tone?: Tone; beat?: number; sound?: string }
export interface Place { name?: string; bot?: string; here?: boolean; seat?: number }
export interface Turn { kind: "choose" | "ready" | "roll" | "wait" | "over"; seat?: number; label?: string; clocks?: Clocks }
export interface Clocks { left: (number | null)[]; runs?: number; wait?: number }
export interface Result { scores: number[]; winners: number[]; reason: string; resigned: number | null }
export interface OpenOffer {
  id: number; what: "undo" | "next" | "stand_in" | "end"; by: number; yes: number[];
  asked: number[]; place?: number;
}
/** What fixes the secret of a match's chance; tips: who has mixed something in. */
export interface Commit { id: string; commit: string; tips?: number[] }
/** What the chance of a match that is over can be worked out again from: see match/proof.py. */
export interface Proof {
  fair: {
    level: "sealed" | "live" | "seeded"; id: string; commit: string; drawn: boolean; places: number[]; sat: number;
    mixes: [number, number, string][]; secret: string;
  };
  names: string[]; people: boolean[]; sits: [number, number, string, boolean][]; tables: [string, number][][];
  draws: [number, number, string][]; asked: [number, number[]][]; taken_back: number;
}
/** Something that was looked at; holds: null for a note. */
export interface Finding { code: string; holds: boolean | null; values?: Record<string, string | number> }
export interface ProofWords { words: Record<string, [string, string]>; notes: Record<string, string>; headlines: Record<string, string> }
/** A proof, null where there is none, and the words for what is found. */
export interface Dice extends ProofWords { proof: Proof | null }
/** A sentence about a match beside its plies, after how many of them. */
export type Note = [plies: number, sentence: string];
export interface Welcome {
  t: "welcome"; v: number; table: string; game: string; version: number;
  options: Record<string, string | number | boolean>; places: Place[]; yours: number[];
  host?: boolean; hosts?: number[]; code?: string; public?: boolean; chat?: boolean; hints?: boolean; clock?: string; offers?: OpenOffer[]; match?: number;
  next?: Commit; fair?: Commit; live?: boolean;
  seats?: [string, string][]; changes?: [number, number, string, string][];
  series?: [string, number, boolean][][]; n?: At; passes?: number[]; turn?: Turn; result?: Result;
  scenes?: Record<string, Scene>; start?: number; plies?: Ply[];
  last?: Record<string, string[]>; story?: Record<string, string[][]>;
  notes?: Note[];
}
export interface Ply {
  t: "ply"; n: At; by?: number; id?: number; steps?: Record<string, Step[]>;
  deltas?: Record<string, Delta>; turn?: Turn; result?: Result;
}
export type Heard =
  | Welcome | Ply
  | { t: "cut"; n: At; text: string; turn?: Turn; scenes?: Record<string, Scene>; last?: Record<string, string[]> }
  | { t: "turn"; n: At; turn: Turn }
  | { t: "seats"; change: [number, number, string, string]; text?: string; turn?: Turn; scenes?: Record<string, Scene>; last?: Record<string, string[]> }
  | { t: "here"; places: Place[] }
  | { t: "offers"; offers: OpenOffer[]; text?: string }
  | { t: "over"; result: Result; n: At }
  | { t: "salts"; n: number; last: Record<string, string> }
  | { t: "ok"; id: number; text?: string; token?: string; place?: number }
  | { t: "no"; code: string; text: string; id?: number }
  | { t: "cannot"; id: number; why?: Partial<Record<OpenOffer["what"], string>> }
  | ({ t: "advice"; id: number } & Told)
  | { t: "wait"; of: number; text: string }
  | { t: "pong"; id: number }
  | { t: "said"; name: string; text: string }
  | { t: "bye"; text: string };

/** A hint or the odds. */
export interface Told { heading: string; lines: string[]; sentence?: string; text?: string }
/** Words of a manual: text, or a pair of what it is and the text. */
export type Words = (string | ["strong" | "code", string])[];
export type ManualPart =
  | { kind: "heading"; level: number; words: Words }
  | { kind: "paragraph"; words: Words }
  | { kind: "list"; ordered: boolean; items: { words: Words; below?: ManualPart[] }[] }
  | { kind: "picture"; text: string }
  | { kind: "table"; head: Words[]; rows: Words[][] };
export interface LessonAsk { question: string; right: string[]; praise: string; wrong: Record<string, string>; otherwise: string }
export interface LessonPage { heading: string; notes: string; told: string[]; scene: Scene; ask: LessonAsk | null }
export interface Lesson { title: string; names: string[]; pages: LessonPage[] }
export interface Glyph { emoji: string; ascii: string; name: string; help?: string; short?: string; tint?: string }
export interface GameEntry {
  id: string; title: string; summary: string; players: [number, number] | string;
  minutes: number | null; skill: number | null;
  theme?: { accent?: string; accent_light?: string; ground?: string }; emblem?: string;
  seats?: [fewest: number, most: number]; glyphs: Record<string, Glyph>; picture?: Scene | null;
}
export interface GameDetails extends GameEntry {
  version: number;
  options: GameOption[];
  bots: { name: string; title: string; summary: string; elo: number | null }[];
  usual: string; scale: string;
  odds: boolean; fractions: boolean; chance: boolean;
}
export type Value = string | number | boolean;
export interface GameOption {
  name: string; default: Value; possible: string; choices: string[] | null; help: string;
  words: string; low: number | null; high: number | null; said: string[];
  watch: Value[]; // with which nobody decides anything
}
export interface TableSummary {
  id: string; game: string; places: { name: string; bot: string; seat?: number }[];
  again?: { yes: number[]; asked: number[] }; // another round that is proposed, by place
  state: "open" | "playing" | "over"; turn?: number; left?: number;
  moves?: number; points?: Record<number, number>; facts?: Record<number, string[]>; // by place
}
/** A finished match, moment by moment. */
export interface Replay {
  game: string; names: string[]; seats: [name: string, bot: string][]; sides?: number[]; result?: Result | null;
  when?: string | null; moves: number[]; start: Scene; plies: ReplayPly[]; secret?: boolean; dice?: Dice;
}
export interface ReplayPly { by?: number | null; steps: Step[]; scene: Scene }
export interface ReviewAccount {
  seat: number; name: string; luck: number; luck_error?: number; lost: number; choices: number; decisions?: number | null;
}
export interface ReviewMoment {
  ply: number; move: number; actor?: number | null; owner?: number | null; played: string; told?: string;
  lost?: number; change: number[]; moves?: [label: string, value: number, on?: string[]][]; line?: string[];
}
/** What a match was worth, ply by ply. turning: plies, the greatest first. */
export interface MatchReview {
  unit: string; source: string; verdict: string; luck: boolean; accounts: ReviewAccount[];
  course: number[][]; moments: ReviewMoment[]; turning: number[];
}
/** A screen of the page: what is drawn in its root until it is closed. */
export interface Screen { close(): void }
