// The scene as this seat sees it: its pieces, their names, sides and states. What the table says is kept here and nowhere else.

import { grouped } from "./grouped.js";
import { seat } from "./talk.js";

/** @typedef {[number, number]} Px  a point of the scene, in its pixels */
/** @typedef {{id: string, name: string, at_px: Px, at?: string, size_px?: number | null, facing_deg: number | null, hidden: boolean,
 *   side: string, unit: {id?: string, type?: string, conditions?: string[]}, marks: Record<string, unknown>}} Piece */
/** @typedef {{colour: string, pattern: string, text: string}} LegendLine */
/** @typedef {{tag: string, title: string, at_px: Px, size_px: Px, owner: string, revision: string, legend: LegendLine[], digest: string, to?: string}} Overlay */
/** @typedef {{name: string, source: {revision: string}, frame: {kind: string, top?: string, cell_px: number, cell_in?: number}, size_px: Px,
 *   game?: {ruleset: string, sides?: string[]}, pieces: Piece[], areas: unknown[], overlays: Overlay[]}} Scene */
/** @typedef {{id: string, name: string, symbol: string}} UnitType */

/** @type {{id: string, now: Scene | null, types: Record<string, UnitType>}} */
export const table = { id: "", now: null, types: {} };

/** The path of the scene, or of something in it. @param {string[]} steps */
export const scenePath = (...steps) => ["/api/scenes", ...[table.id, ...steps].map(encodeURIComponent)].join("/");

/** The side that is played from here; empty for who may act for any. */
export const playing = () => (seat.name === "umpire" ? "" : seat.name);

/** Whether nothing is played or pointed to from here. */
export const looksOn = () => seat.name === "spectator";

export const pieces = () => table.now?.pieces ?? [];
/** @param {string} id */
export const pieceOf = (id) => pieces().find((one) => one.id === id) ?? null;
/** @param {string} unit */
export const pieceOfUnit = (unit) => pieces().find((one) => unitId(one) === unit) ?? null;
/** @param {Piece} one */
export const unitId = (one) => one.unit.id || one.id;

/** @param {Piece} one */
export const isUnknown = (one) => Boolean(playing() && one.side && one.side !== playing() && conditions(one).includes("concealed"));

/** @param {Piece} one */
const typeOf = (one) => table.types[one.unit.type ?? ""];

/** What players call it: its own name, else its type's, and its id where there is neither. @param {Piece} one */
export const named = (one) => (isUnknown(one) ? "?" : one.name || typeOf(one)?.name || one.id);

/** The same in lines as short as a counter has room for: what stands before the comma, and beneath it what tells it from others of its side. @param {Piece} one */
export function shortName(one) {
  if (short.scene !== table.now) Object.assign(short, { scene: table.now, names: shortNames() });
  return short.names.get(one.id) ?? named(one).split(",").slice(0, 1);
}
/** @type {{scene: Scene | null, names: Map<string, string[]>}} worked out once for a scene */
const short = { scene: null, names: new Map() };

/** @returns {Map<string, string[]>} */
function shortNames() {
  const known = pieces().map((one) => ({ one, first: named(one).split(",")[0], rest: named(one).split(",").slice(1).join(",").trim().split(" ") }));
  const alike = [...grouped(known, ({ one, first }) => `${one.side} ${first}`).values()];
  return new Map(alike.flatMap((group) => {
    const from = group[0].rest.findIndex((word, k) => group.some(({ rest }) => rest[k] !== word));
    return group.map(({ one, first, rest }) => [one.id, from < 0 ? [first] : [first, rest.slice(from).join(" ")].filter(Boolean)]);
  }));
}

/** Its type in words, where its name does not say it. @param {Piece} one */
export const typeWords = (one) => {
  const words = typeOf(one)?.name ?? one.unit.type ?? "";
  return isUnknown(one) || words === named(one) ? "" : words;
};

/** @param {Piece} one */
export const symbolOf = (one) => (isUnknown(one) ? "unknown" : typeOf(one)?.symbol ?? "unknown");

/** @param {Piece} one @returns {string[]} */
export const conditions = (one) => [
  ...(one.unit.conditions ?? []),
  ...Object.entries(one.marks).map(([name, value]) => (value === true ? name : `${name}: ${value}`)),
].map((word) => String(word).replaceAll("_", " "));

/** What players call the sides, by their ids, as the seats tell. @type {Map<string, string>} */
export const sideNames = new Map();
/** @param {string} side */
export const sideName = (side) => sideNames.get(side) ?? side.slice(0, 1).toUpperCase() + side.slice(1);

export const sides = () => {
  const told = table.now?.game?.sides;
  return told?.length ? told : [...new Set(pieces().map((one) => one.side))];
};

/** The number of a side, from 1, by which it has its colour. @param {string} side */
export const sideNumber = (side) => (Math.max(0, sides().indexOf(side)) % 4) + 1;

/** Where it lies, as players say it: a hex, or inches to the tenth. @param {{at?: string} | null} one */
export const placeWords = (one) => (one?.at ?? "").replace(/\d+\.\d+/g, (inches) => String(Math.round(10 * Number(inches)) / 10));

/** Half a hex across its flats, in pixels of the scene; 0 where there are none. */
export const hexHalf = () => (table.now?.frame.kind === "hex" ? table.now.frame.cell_px * 0.5 : 0);

/** Pieces that lie on the very same point. @param {Piece} one */
export const samePlace = (one) => pieces().filter((other) => spotOf(other) === spotOf(one));
/** @param {Piece} one */
export const spotOf = (one) => one.at_px.map(Math.round).join();

/** A sentence with the names of units in the place of their ids. @param {string} text */
export function withNames(text) {
  const called = pieces().filter((one) => named(one) !== unitId(one) && text.includes(unitId(one)));
  if (!called.length) return text;
  const ids = called.map(unitId).sort((a, b) => b.length - a.length).map((id) => id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text.replace(new RegExp(`(?<![\\w.-])(?:${ids.join("|")})(?![\\w-]|\\.\\w)`, "g"), (id) => {
    const one = pieceOfUnit(id);
    return one ? named(one) : id;
  });
}

/** How far that is, to the tenth: 1 hex, 4.5 inches. @param {number} distance */
export function distanceWords(distance) {
  const [one, several] = table.now?.frame.kind === "hex" ? ["hex", "hexes"] : ["inch", "inches"];
  const told = Math.round(distance * 10) / 10;
  return `${told} ${told === 1 ? one : several}`;
}
