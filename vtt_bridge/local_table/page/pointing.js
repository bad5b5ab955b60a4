// Pointing: a place that somebody shows to everybody at the table, for a moment.

import { isTyped } from "./parts.js";
import { looksOn, placeWords, scenePath, sideName } from "./scene.js";
import { svgMade } from "./stage.js";
import { call } from "./talk.js";

/** @typedef {import("./scene.js").Px} Px */

const SHOWN_MS = 5000;
const WORDS_PX = 40; // above the point
const OVER_MAP = ".card, .zoom, .on-map, .coach";

/**
 * @param {{stage: HTMLElement, marks: Element, button: HTMLElement, told: HTMLElement}} el
 * @param {import("./stage.js").Stage} stage
 * @param {{about: () => Px | undefined, trying: (work: () => Promise<unknown>) => Promise<void>, staysPut: () => boolean, coveredPx: () => [number, number]}} on  what is chosen or looked at, whether the map is left where it lies, and how much of it is covered from below and above
 */
export function makePointing({ stage: ground, marks, button, told }, stage, { about, trying, staysPut, coveredPx }) {
  const layer = marks.appendChild(svgMade("g", { class: "pointed" }));
  /** @type {PointerEvent | null} */
  let mouse = null; // where it is over the map, which may move beneath it
  let isAway = false; // whether it has left the map

  /** @param {Px | null | undefined} px */
  const point = (px) => px && trying(() => call("POST", scenePath("pointed"), { at_px: px }));

  document.addEventListener("pointermove", (event) => {
    const over = /** @type {Element} */ (event.target);
    isAway = !ground.contains(over);
    mouse = isAway || over.closest(OVER_MAP) ? null : event;
  });
  document.documentElement.addEventListener("pointerleave", () => { [isAway, mouse] = [true, null]; });
  button.addEventListener("click", () => point(about()));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") isAway = false; // the keys are in use
    if (isTyped() || looksOn() || event.key.toLowerCase() !== "p" || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isAway) point(mouse ? stage.toMap(mouse) : about());
  });

  return {
    clear: () => layer.replaceChildren(),
    /** Lights a point up that somebody shows, and brings it into the window, unless something is being dragged there or the map stays put. @param {{data: string}} event */
    show({ data }) {
      const { at_px: px, at, by } = JSON.parse(data);
      const [cx, cy] = px;
      const mark = layer.appendChild(svgMade("g"));
      const words = svgMade("text", { x: cx, y: cy - WORDS_PX / stage.zoom });
      words.textContent = by ? sideName(by) : "Here";
      mark.append(svgMade("circle", { cx, cy, class: "under" }), svgMade("circle", { cx, cy }), words);
      told.textContent = `${by ? `${sideName(by)}: look here` : "Look here"}${at && `, ${placeWords({ at })}`}.`;
      setTimeout(() => mark.remove(), SHOWN_MS);
      if (!staysPut() && !ground.matches(".moving, :has(.dragged)")) stage.show(px, ...coveredPx());
    },
  };
}
