// Looking: what the umpire would rule, answered to this page alone. Answers are kept until the scene changes.

import { isUnknown, pieceOf, scenePath, table, unitId } from "./scene.js";
import { call, fromSeat, seat } from "./talk.js";

/** @typedef {import("./scene.js").Px} Px */
/** @typedef {{ask: string, who?: string, who_px?: Px, target?: string, target_px?: Px, mode?: string}} Question */
/** @typedef {{text: string, cite: string, provenance: string, at: unknown[]}} Reason */
/** @typedef {{outcome: string, p: string}} Chance */
/** @typedef {{text: string, below?: Told[]}} Told a line of an answer of several parts, and what belongs to it */
/** @typedef {{question: string, verdict: Record<string, any> & {kind: string, text: string}, reasons: Reason[], odds: Chance[] | null,
 *   told?: Told, cases?: {condition: string, odds: Chance[]}[]}} Ruling */
/** @typedef {{revision: string, sentence: string, rules: string[], ruling: Ruling, causes: Px[][][], svg: string, legend: import("./scene.js").LegendLine[]}} Looked */
/** @typedef {{place: string, at_px: Px, outline_px: Px[], ground: string[], markers: string[], seen_by: string[]}} PlaceTold */

const MOST_KEPT = 200;
/** @type {Map<string, {answer: Promise<any>, stop: AbortController}>} */
const kept = new Map();
let keptFor = "";

/** @template T @param {string} key @param {(stopped: AbortSignal) => Promise<T>} work @returns {Promise<T>} */
function once(key, work) {
  const now = JSON.stringify([table.id, table.now?.source.revision, seat.name]);
  if (now !== keptFor) kept.clear();
  keptFor = now;
  const there = kept.get(key);
  if (there) return there.answer;
  const stop = new AbortController();
  const answer = work(stop.signal);
  answer.catch(() => kept.delete(key));
  kept.set(key, { answer, stop });
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
  return answer;
}

/** The ruling on a question, unless it is stopped. @param {Question} question @returns {Promise<Looked>} */
export const look = (question) => once(JSON.stringify(question), (stopped) => call("POST", scenePath("look"), question, fromSeat, stopped));

/** Ends the work on a question, whoever asked it first and wherever it is waited for. @param {Question} question */
export const stopLooking = (question) => kept.get(JSON.stringify(question))?.stop.abort();

/** The line that a question is about, from the side. @param {Question} question @param {boolean} narrow whether the screen is @returns {Promise<Looked>} */
export const fromTheSide = (question, narrow) => once(`side ${narrow} ${JSON.stringify(question)}`, () => call("POST", `${scenePath("profile")}?narrow=${narrow}`, question));

/** What lies at a point of the scene, and who sees it. @param {Px} px @returns {Promise<PlaceTold>} */
export const placeAt = (px) => once(`place ${px}`, () => call("GET", `${scenePath("place")}?${new URLSearchParams({ x_px: String(px[0]), y_px: String(px[1]) })}`));

/** A point as it is asked about: on a table in inches, to the quarter inch. @param {Px} px @returns {Px} */
export function askedPoint(px) {
  const frame = table.now?.frame;
  if (!frame || frame.kind === "hex") return px;
  const step = frame.cell_px / 4;
  return [Math.round(px[0] / step) * step, Math.round(px[1] / step) * step];
}

/** Who looks, in the words of a question: a piece by id, a place by where it lies. @param {import("./chosen.js").Target} from @returns {{who: string} | {who_px: Px}} */
export function lookedFrom(from) {
  const piece = "id" in from ? pieceOf(from.id) : null;
  return piece ? { who: unitId(piece) } : { who_px: askedPoint(/** @type {{px: Px}} */ (from).px) };
}

/** A target in the words of a question: a unit by id, a concealed one by where it lies. @param {import("./chosen.js").Target} target @returns {{target?: string, target_px?: Px}} */
export function aimedAt(target) {
  const piece = "id" in target ? pieceOf(target.id) : null;
  if (piece && !isUnknown(piece)) return { target: unitId(piece) };
  return { target_px: askedPoint(piece ? piece.at_px : /** @type {{px: Px}} */ (target).px) };
}
