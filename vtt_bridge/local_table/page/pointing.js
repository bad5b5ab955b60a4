// Pointing: a place that somebody shows to everybody at the table, for a moment.

import { scenePath, sideName } from "./scene.js";
import { svgMade } from "./stage.js";
import { call } from "./talk.js";

/** @typedef {import("./scene.js").Px} Px */

const SHOWN_MS = 5000;
const WORDS_PX = 40; // above the point

/**
 * @param {{stage: HTMLElement, marks: Element, button: HTMLElement, told: HTMLElement}} el
 * @param {import("./stage.js").Stage} stage
 * @param {{about: () => Px | undefined, trying: (work: () => Promise<unknown>) => Promise<void>, staysPut: () => boolean}} on  what is chosen or looked at, and whether the map is left where it lies
 */
export function makePointing({ stage: ground, marks, button, told }, stage, { about, trying, staysPut }) {
  const layer = marks.appendChild(svgMade("g", { class: "pointed" }));
  /** @type {Px | null} */
  let beneath = null; // the point beneath the mouse

  /** @param {Px | null | undefined} px */
  const point = (px) => px && trying(() => call("POST", scenePath("pointed"), { at_px: px }));

  ground.addEventListener("pointermove", (event) => { beneath = stage.toMap(event); });
  ground.addEventListener("pointerleave", () => { beneath = null; });
  button.addEventListener("click", () => point(about()));
  document.addEventListener("keydown", (event) => {
    const isTyped = document.activeElement?.closest("input, textarea, select, dialog");
    if (event.key.toLowerCase() !== "p" || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyped) return;
    point(beneath ?? about());
  });

  return {
    /** Lights a point up that somebody shows, and brings it into the window, unless something is being dragged there or the map stays put. @param {MessageEvent} event */
    show({ data }) {
      const { at_px: px, by } = JSON.parse(data);
      const [cx, cy] = px;
      const mark = layer.appendChild(svgMade("g"));
      const words = svgMade("text", { x: cx, y: cy - WORDS_PX / stage.zoom });
      words.textContent = by ? sideName(by) : "Here";
      mark.append(svgMade("circle", { cx, cy, class: "under" }), svgMade("circle", { cx, cy }), words);
      told.textContent = by ? `${sideName(by)}: look here.` : "";
      setTimeout(() => mark.remove(), SHOWN_MS);
      if (!staysPut() && !ground.matches(".moving, :has(.dragged)")) stage.show(px);
    },
  };
}
