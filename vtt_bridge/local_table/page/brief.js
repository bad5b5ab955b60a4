// What the game is about: its own words, its length, what each side must do to win, and each objective with who holds it.

import { button, made } from "./parts.js";
import { sideName, sideNumber } from "./scene.js";

/** @typedef {[number, number]} Px */
/** @typedef {{name: string, where: string[], at_px: Px[], worth: string, held_by: string | null}} Goal */
/** @typedef {{description: string, length: string, victory: string[], objectives: Goal[], special_rules: string[]}} Brief */

/** @param {Record<string, any>} el @param {{stage: import("./stage.js").Stage, toMap: () => void}} on */
export function makeBrief(el, { stage, toMap }) {
  /** @type {Brief | null} */
  let brief = null;
  let isEnded = false;

  /** It is unfolded once a game is over: it says how each side got its points. @param {Brief | null} now @param {boolean} isOver */
  function show(now, isOver) {
    brief = now;
    if (isOver !== isEnded) el["game-brief"].open = isOver;
    isEnded = isOver;
    if (!brief || el["brief-goals"].contains(document.activeElement)) return;
    el["brief-words"].textContent = [brief.description, `It lasts ${brief.length}.`].filter(Boolean).join(" ");
    el["brief-wins"].replaceChildren(...brief.victory.map((terms) => made("li", "", terms)));
    el["brief-goals"].replaceChildren(...brief.objectives.map(goalEntry));
    el["brief-rules"].replaceChildren(...brief.special_rules.map((rule) => made("li", "", rule)));
  }

  // An objective, whose places light up when it is pointed at.
  /** @param {Goal} goal */
  function goalEntry(goal) {
    const [item, entry] = [made("li"), button(`${goal.where.join(", ")}: ${goalWords(goal)}`)];
    if (goal.held_by) entry.dataset.side = String(sideNumber(goal.held_by));
    for (const kind of ["pointerenter", "focus"]) entry.addEventListener(kind, () => stage.ring(goal.at_px));
    for (const kind of ["pointerleave", "blur"]) entry.addEventListener(kind, () => stage.ring([]));
    entry.addEventListener("click", () => { stage.show(goal.at_px[0]); toMap(); });
    item.append(entry);
    return item;
  }

  /** @param {Goal} goal */
  const goalWords = ({ name, worth, held_by: holder }) => `${name}, worth ${worth}, held by ${holder ? `the ${sideName(holder)}` : "nobody"}`;

  return {
    show,
    /** The objectives so near a point, in words. @param {Px} px @param {number} near @returns {string[]} */
    goalsAt: (px, near) => (brief?.objectives ?? []).filter((goal) => goal.at_px.some((at) => Math.hypot(at[0] - px[0], at[1] - px[1]) <= near)).map(goalWords),
  };
}
