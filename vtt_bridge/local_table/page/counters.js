// The counters on the map: symbol, name, states and facing of each unit; those of one place side by side, and apart when pointed at.

import { made } from "./parts.js";
import { conditions, isUnknown, named, pieceOf, pieces, shortName, sideNumber, spotOf, symbolOf, table } from "./scene.js";

/** @typedef {import("./scene.js").Px} Px */
/** @typedef {import("./scene.js").Piece} Piece */
/** @typedef {{px: Px, piece: Piece}} Drag  a piece that is being dragged, and where its middle would be */

const DRAG_PX = 6;
const SLOTS = [[1, 1, 1], [2, 2, 1], [4, 2, 2], [6, 3, 2], [9, 3, 3], [16, 4, 4], [Infinity, 6, 6]];
const APART = 1.08;

/**
 * @param {HTMLElement} layer
 * @param {import("./stage.js").Stage} stage
 * @param {{chosen: {piece: string, target: unknown}, choose: (id: string) => void, dragged: (drag: Drag) => void,
 *   dropped: (drag: Drag) => void, left: () => void}} on
 */
export function makeCounters(layer, stage, on) {
  let fanned = "";
  /** @type {Map<string, HTMLElement>} */
  const tokens = new Map();

  function show() {
    const stacks = Map.groupBy(pieces(), spotOf);
    for (const stack of stacks.values()) place(stack, spotOf(stack[0]) === fanned && stack.length > 1);
    for (const [id, token] of tokens) if (!pieceOf(id)) { token.remove(); tokens.delete(id); }
  }

  /** @param {Piece[]} stack @param {boolean} isFanned */
  function place(stack, isFanned) {
    const cell = table.now?.frame.kind === "hex" ? table.now.frame.cell_px : 0;
    const [, columns, rows] = SLOTS.find(([most]) => stack.length <= most) ?? [1, 1, 1];
    stack.forEach((one, k) => {
      const full = one.size_px ?? (cell || 60) * 0.62;
      const room = (cell || full * 1.5) * 0.94;
      const size = isFanned || stack.length === 1 ? full : Math.min(full, room / columns, (room * 0.92) / rows);
      const row = Math.floor(k / columns);
      const inRow = Math.min(columns, stack.length - row * columns);
      const step = isFanned ? Math.max(size, 40 / stage.zoom) * APART : size * 1.03;
      const across = ((k % columns) - (inRow - 1) / 2) * step;
      const down = (row - (Math.ceil(stack.length / columns) - 1) / 2) * step;
      dress(tokenFor(one.id), one, [one.at_px[0] + across, one.at_px[1] + down], size);
      tokenFor(one.id).classList.toggle("fanned", isFanned);
      tokenFor(one.id).classList.toggle("stacked", stack.length > 1 && !isFanned);
    });
  }

  /** @param {HTMLElement} token @param {Piece} one @param {Px} at @param {number} size */
  function dress(token, one, at, size) {
    Object.assign(token.style, { left: `${at[0]}px`, top: `${at[1]}px` });
    token.style.setProperty("--size", String(size));
    token.dataset.side = String(sideNumber(one.side));
    part(token, "words").textContent = shortName(one);
    const symbol = /** @type {HTMLImageElement} */ (token.querySelector(".symbol"));
    const source = `/api/symbols/${symbolOf(one)}.svg`;
    if (symbol.getAttribute("src") !== source) symbol.src = source;
    const facing = part(token, "facing");
    facing.hidden = one.facing_deg === null || isUnknown(one);
    facing.style.setProperty("--facing", `${one.facing_deg ?? 0}deg`);
    const words = conditions(one);
    part(token, "conditions").replaceChildren(...words.map((word) => {
      const badge = made("i", word);
      badge.append(made("b", "", word[0]), made("span", "", word));
      return badge;
    }));
    token.setAttribute("aria-label", [named(one), one.side, one.at ?? "between hexes", ...words].filter(Boolean).join(", "));
    token.setAttribute("aria-pressed", String(one.id === on.chosen.piece));
    const { target } = on.chosen;
    token.classList.toggle("hidden-unit", one.hidden);
    token.classList.toggle("concealed", words.includes("concealed"));
    token.classList.toggle("selected", one.id === on.chosen.piece);
    token.classList.toggle("target", Boolean(target) && /** @type {any} */ (target).id === one.id);
  }

  /** @param {HTMLElement} token @param {string} name */
  const part = (token, name) => /** @type {HTMLElement} */ (token.querySelector(`.${name}`));

  /** @param {string} id @returns {HTMLElement} */
  function tokenFor(id) {
    const there = tokens.get(id);
    if (there) return there;
    const token = /** @type {HTMLButtonElement} */ (made("button", "token"));
    token.type = "button";
    token.dataset.id = id;
    const face = made("span", "face");
    const symbol = /** @type {HTMLImageElement} */ (made("img", "symbol"));
    Object.assign(symbol, { alt: "", draggable: false });
    face.append(symbol);
    token.append(made("span", "facing"), face, made("span", "words"), made("span", "conditions"));
    token.addEventListener("pointerdown", grab);
    token.addEventListener("pointerenter", () => fan(id));
    token.addEventListener("focus", () => fan(id));
    token.addEventListener("click", () => { if (!token.dataset.moved) on.choose(id); });
    tokens.set(id, token);
    layer.append(token);
    return token;
  }

  // The counters of a place go apart while one of them is pointed at.
  /** @param {string} id */
  function fan(id) {
    const one = pieceOf(id);
    const spot = one && pieces().some((other) => other !== one && spotOf(other) === spotOf(one)) ? spotOf(one) : "";
    if (spot === fanned || layer.querySelector(".dragged")) return;
    fanned = spot;
    show();
  }

  layer.parentElement?.parentElement?.addEventListener("pointermove", (event) => {
    if (!fanned || event.buttons || /** @type {Element} */ (event.target).closest(".token")) return;
    const [x, y] = fanned.split(",").map(Number);
    const [px, py] = stage.toMap(event);
    const count = layer.querySelectorAll(".fanned").length;
    const reach = Math.max(60, 44 / stage.zoom) * (0.6 + 0.55 * Math.ceil(Math.sqrt(count)));
    if (Math.hypot(px - x, py - y) > reach) { fanned = ""; show(); }
  });

  /** @param {PointerEvent} event */
  function grab(event) {
    if (event.button !== 0) return;
    const token = /** @type {HTMLElement} */ (event.currentTarget);
    const one = pieceOf(token.dataset.id ?? "");
    if (!one) return;
    const from = [event.clientX, event.clientY];
    const start = stage.toMap(event);
    const drawn = [parseFloat(token.style.left), parseFloat(token.style.top)];
    delete token.dataset.moved;
    token.setPointerCapture(event.pointerId);
    /** @param {PointerEvent} next @returns {Drag} */
    const drag = (next) => {
      const now = stage.toMap(next);
      return { piece: one, px: [one.at_px[0] + now[0] - start[0], one.at_px[1] + now[1] - start[1]] };
    };
    /** @param {PointerEvent} next */
    const going = (next) => {
      if (!token.dataset.moved && Math.hypot(next.clientX - from[0], next.clientY - from[1]) < DRAG_PX) return;
      token.dataset.moved = "yes";
      token.classList.add("dragged");
      const now = stage.toMap(next);
      Object.assign(token.style, { left: `${drawn[0] + now[0] - start[0]}px`, top: `${drawn[1] + now[1] - start[1]}px` });
      on.dragged(drag(next));
    };
    /** @param {PointerEvent} last */
    const stop = (last) => {
      token.removeEventListener("pointermove", going);
      token.removeEventListener("pointerup", stop);
      token.removeEventListener("pointercancel", stop);
      token.classList.remove("dragged");
      if (!token.dataset.moved) return;
      setTimeout(() => delete token.dataset.moved, 50); // the click that ends a drag chooses nothing
      on.left();
      if (last.type === "pointerup") on.dropped(drag(last));
      show();
    };
    token.addEventListener("pointermove", going);
    token.addEventListener("pointerup", stop);
    token.addEventListener("pointercancel", stop);
  }

  return {
    show,
    clear() {
      tokens.clear();
      layer.replaceChildren();
      fanned = "";
    },
    /** @param {string} id */
    focus: (id) => tokens.get(id)?.focus({ preventScroll: true }),
  };
}
