// The places of what may be done, marked on the map: where a choice leads to, or at whom it is aimed.

import { hexHalf, pieceOfUnit } from "./scene.js";
import { svgMade } from "./stage.js";

/** @typedef {import("./scene.js").Px} Px */
/** @typedef {import("./game.js").Choice} Choice */

export const NEAR_PX = 16; // a click this near to a place means it
const LEAST_NEAR = 14; // the same in pixels of the scene
export const AIM_PX = 34; // round a counter
const PLACE_PX = 9;

/** @param {Choice} choice @returns {Px | null} */
export function placeOf(choice) {
  if (choice.way_px.length) return choice.way_px[choice.way_px.length - 1];
  for (const one of choice.targets) {
    const piece = pieceOfUnit(one);
    if (piece) return piece.at_px;
  }
  return null;
}

/** @param {Element} marks @param {import("./stage.js").Stage} stage */
export function makeOfferedPlaces(marks, stage) {
  const layer = marks.appendChild(svgMade("g", { class: "offers" }));

  return {
    /** Marks the places of choices, and no others. @param {Choice[]} choices */
    mark(choices) {
      layer.replaceChildren();
      const places = new Map();
      for (const choice of choices) {
        const at = placeOf(choice);
        if (at) places.set(at.map(Math.round).join(), { at, isAimed: !choice.way_px.length });
      }
      for (const { at, isAimed } of places.values()) {
        const mark = layer.appendChild(svgMade("circle", { cx: at[0], cy: at[1], r: isAimed ? AIM_PX : PLACE_PX, class: isAimed ? "aim" : "place" }));
        if (!isAimed) /** @type {SVGElement} */ (mark).style.setProperty("--least", `${Math.max(PLACE_PX, hexHalf() * 0.3)}px`);
      }
    },
    /** Shows the way of a choice from where its unit lies; none takes it off. @param {Choice | null} choice @param {Px} [from] */
    light(choice, from) {
      const at = choice && placeOf(choice);
      stage.markSpot(at);
      stage.drawWay(at && from ? [from, ...(choice.way_px.length ? choice.way_px : [at])] : []);
    },
    /** The choices of the place that a point of the map means. @param {Px} px @param {Choice[]} among */
    at(px, among) {
      const far = (/** @type {Choice} */ choice) => {
        const at = placeOf(choice);
        return at ? Math.hypot(at[0] - px[0], at[1] - px[1]) : Infinity;
      };
      const least = Math.min(...among.map(far));
      const isNear = least <= Math.max(NEAR_PX / stage.zoom, LEAST_NEAR, hexHalf());
      return isNear ? among.filter((choice) => far(choice) <= least + 0.5) : [];
    },
  };
}
