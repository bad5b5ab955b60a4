// What is chosen on this page: who looks, a piece or with the ruler a place, and what it is to look at. Whoever wants to know is called at each change.

/** @typedef {{id: string} | {px: [number, number]}} Target  a piece by id, or a point of the scene */

/** @type {Set<() => void>} */
const hearers = new Set();

/** @type {{from: Target | null, target: Target | null}} */
const now = { from: null, target: null };

/** @param {Target | null} from @param {Target | null} target */
function become(from, target) {
  Object.assign(now, { from, target });
  for (const hearer of hearers) hearer();
}

export const chosen = {
  /** Who looks: the chosen piece, or a place that is looked from. */
  get from() { return now.from; },
  /** The id of the chosen piece, empty for none. */
  get piece() { return now.from && "id" in now.from ? now.from.id : ""; },
  get target() { return now.target; },
  /** @param {string} piece */
  take: (piece) => become({ id: piece }, null),
  /** @param {Target | null} target */
  aim: (target) => become(now.from, target),
  /** @param {Target} from @param {Target} target */
  measure: (from, target) => become(from, target),
  /** Clears the target, or else the piece; a place is cleared with its target. */
  back: () => become(now.target && chosen.piece ? now.from : null, null),
  clear: () => become(null, null),
  /** @param {() => void} hearer */
  heard: (hearer) => { hearers.add(hearer); },
};
