// What is chosen on this page: a piece, and what it is to look at. Everybody who wants to know hears of each change.

/** @typedef {{id: string} | {px: [number, number]}} Target  a piece by id, or a point of the scene */

/** @type {Set<() => void>} */
const hearers = new Set();

/** @type {{piece: string, target: Target | null}} */
const now = { piece: "", target: null };

/** @param {string} piece @param {Target | null} target */
function become(piece, target) {
  Object.assign(now, { piece, target });
  for (const hearer of hearers) hearer();
}

export const chosen = {
  /** The id of the chosen piece, empty for none. */
  get piece() { return now.piece; },
  get target() { return now.target; },
  /** @param {string} piece */
  take: (piece) => become(piece, null),
  /** @param {Target | null} target */
  aim: (target) => become(now.piece, target),
  /** Lets go of the target, or else of the piece. */
  back: () => become(now.target ? now.piece : "", null),
  clear: () => become("", null),
  /** @param {() => void} hearer */
  heard: (hearer) => { hearers.add(hearer); },
};
