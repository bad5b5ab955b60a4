// The tray: the units of a side that wait off the map, to be set up, to come on, or aboard others. Click one and point at a place, or drag it there.

import { button, made } from "./parts.js";
import { sideNumber } from "./scene.js";

/** @typedef {[number, number]} Px */
/** @typedef {import("./game.js").Waiting} Waiting */

const DRAG_PX = 6;

/**
 * @param {HTMLElement} tray
 * @param {{stage: import("./stage.js").Stage, ground: HTMLElement, take: (unit: string) => void, isTaken: (unit: string) => boolean,
 *   mayAct: (unit: string) => boolean, dragged: (unit: string, px: Px) => void, left: () => void, dropped: (unit: string, px: Px) => void}} on
 */
export function makeTray(tray, on) {
  /** @param {Waiting[]} waiting */
  function show(waiting) {
    tray.hidden = !waiting.length;
    /** @type {Map<string, Waiting[]>} */
    const groups = new Map();
    for (const one of waiting) groups.set(one.waits, [...(groups.get(one.waits) ?? []), one]);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.waiting;
    tray.replaceChildren(...[...groups].map(([why, units]) => {
      const group = made("div", "group");
      const row = made("div", "row");
      row.append(...units.map(counterOf));
      group.append(made("h2", "", `${why[0].toUpperCase()}${why.slice(1)}`), row);
      return group;
    }));
    if (focused) /** @type {HTMLElement | null} */ (tray.querySelector(`[data-waiting="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {Waiting} one */
  function counterOf(one) {
    const counter = button("", "waiting");
    counter.dataset.waiting = one.id;
    counter.dataset.side = String(sideNumber(one.side));
    counter.setAttribute("aria-pressed", String(on.isTaken(one.id)));
    counter.classList.toggle("idle", !on.mayAct(one.id));
    const symbol = /** @type {HTMLImageElement} */ (made("img", "symbol"));
    Object.assign(symbol, { src: `/api/symbols/${one.symbol}.svg`, alt: "", draggable: false });
    counter.append(symbol, made("span", "", one.name));
    counter.addEventListener("pointerdown", (event) => grab(event, counter, one));
    counter.addEventListener("click", () => { if (!counter.dataset.moved) on.take(one.id); });
    return counter;
  }

  /** @param {PointerEvent} event @param {HTMLElement} counter @param {Waiting} one */
  function grab(event, counter, one) {
    if (event.button !== 0) return;
    const from = [event.clientX, event.clientY];
    /** @type {HTMLElement | null} */
    let ghost = null;
    counter.setPointerCapture(event.pointerId);
    /** @param {PointerEvent} next */
    const isOver = (next) => {
      const box = on.ground.getBoundingClientRect();
      return next.clientX > box.left && next.clientX < box.right && next.clientY > box.top && next.clientY < box.bottom;
    };
    /** @param {PointerEvent} next */
    const going = (next) => {
      if (!ghost && Math.hypot(next.clientX - from[0], next.clientY - from[1]) < DRAG_PX) return;
      if (!ghost) {
        ghost = /** @type {HTMLElement} */ (counter.cloneNode(true));
        ghost.className = "waiting ghost";
        document.body.append(ghost);
        counter.dataset.moved = "yes";
        on.take(one.id);
      }
      Object.assign(ghost.style, { left: `${next.clientX}px`, top: `${next.clientY}px` });
      if (isOver(next)) on.dragged(one.id, on.stage.toMap(next));
      else on.left();
    };
    /** @param {PointerEvent} last */
    const stop = (last) => {
      window.removeEventListener("pointermove", going);
      window.removeEventListener("pointerup", stop);
      window.removeEventListener("pointercancel", stop);
      ghost?.remove();
      if (!ghost) return;
      on.left();
      setTimeout(() => delete counter.dataset.moved, 50);
      if (last.type === "pointerup" && isOver(last)) on.dropped(one.id, on.stage.toMap(last));
    };
    window.addEventListener("pointermove", going);
    window.addEventListener("pointerup", stop);
    window.addEventListener("pointercancel", stop);
  }

  return { show };
}
