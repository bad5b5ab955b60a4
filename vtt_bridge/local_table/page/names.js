// Where the names of counters have room: below them, or else above or at their right, over no other counter and no other name.

/** @typedef {[number, number]} Px */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** @typedef {"below" | "above" | "right"} Where */
/** @typedef {{id: string, at: Px, half: Px, isAlone: boolean, wide: number, high: number, shift: number, gap: Record<Where, number>}} Shown
 * a counter of that half width and height, and its name: how wide and high it is, how far it is shifted inwards and away from the counter */

/** Where each name stands that has room within so wide a map. @param {Shown[]} all @param {number} mapWide @returns {Map<string, Where>} */
export function namesLaid(all, mapWide) {
  /** @type {{id: string, box: Box}[]} */
  const taken = all.map(({ id, at: [x, y], half: [w, h] }) => ({ id, box: { left: x - w, right: x + w, top: y - h, bottom: y + h } }));
  /** @type {Map<string, Where>} */
  const laid = new Map();
  for (const one of all.toSorted((a, b) => a.at[1] - b.at[1])) {
    const found = one.isAlone && isClear(one, taken) ? /** @type {const} */ (["below", "above", "right"]).find((where) => {
      const box = boxOf(one, where);
      return (where !== "right" || box.right <= mapWide) && !taken.some(({ id, box: other }) => id !== one.id && overlap(box, other));
    }) : undefined;
    if (!found) continue;
    laid.set(one.id, found);
    taken.push({ id: "", box: boxOf(one, found) });
  }
  return laid;
}

/** Whether a counter lies over no other: of those that do, none is named. @param {Shown} one @param {{id: string, box: Box}[]} taken */
function isClear(one, taken) {
  const [[x, y], [w, h]] = [one.at, one.half];
  const core = { left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 };
  return !taken.some(({ id, box }) => id && id !== one.id && overlap(core, box));
}

/** @param {Shown} one @param {Where} where @returns {Box} */
function boxOf({ at: [x, y], half: [w, h], wide, high, shift, gap }, where) {
  if (where === "right") return { left: x + w + gap.right, right: x + w + gap.right + wide, top: y - high / 2, bottom: y + high / 2 };
  const top = where === "below" ? y + h + gap.below : y - h - gap.above - high;
  return { left: x + shift - wide / 2, right: x + shift + wide / 2, top, bottom: top + high };
}

/** @param {Box} one @param {Box} other */
const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
