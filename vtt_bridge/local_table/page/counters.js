// The counters on the map: symbol, name, states and facing of each unit; those of one place side by side, and apart when pointed at.

import { grouped } from "./grouped.js";
import { namesLaid } from "./names.js";
import { made } from "./parts.js";
import { conditions, isUnknown, named, pieceOf, pieces, placeWords, shortName, sideName, sideNumber, spotOf, symbolOf, table } from "./scene.js";

/** @typedef {import("./scene.js").Px} Px */
/** @typedef {import("./scene.js").Piece} Piece */
/** @typedef {{px: Px, piece: Piece}} Drag  a piece that is being dragged, and where its middle would be */

const DRAG_PX = 6;
const SLOTS = [[1, 1, 1], [2, 2, 1], [4, 2, 2], [6, 3, 2], [9, 3, 3], [16, 4, 4], [Infinity, 6, 6]];
const APART = 1.12;
const LEAST_PX = 26; // on the screen, whatever the scale
const CROWDED_PX = 17; // the same where others stand close by
const TINY_PX = 22; // on the screen; smaller leaves no room for the letter of a state
const NAMED_PX = 52; // from this on there is room for a name beneath
const HIGH = 0.86; // of a counter's width
const MOST_NAME_PX = 84; // of a name, on the screen
const [LETTER_WIDE, LINE_HIGH] = [0.56, 1.25]; // of a name, of the height of its letters
const [GAP, ARROW_GAP] = [0.05, 0.36]; // from a counter to its name, of the counter's size
const MOST_FANNED = 16;
const FACES_DOWN = -0.8; // its name makes room for the arrow

/**
 * @param {HTMLElement} layer
 * @param {import("./stage.js").Stage} stage
 * @param {{chosen: {piece: string, target: unknown}, mayAct: (one: Piece) => boolean, choose: (id: string) => void, dragged: (drag: Drag) => void,
 *   dropped: (drag: Drag) => void, left: () => void}} on
 */
export function makeCounters(layer, stage, on) {
  /** @type {Map<string, Px>} */
  let fanned = new Map(); // where the counters lie that are spread apart, by piece
  /** @type {Map<string, HTMLElement>} */
  const tokens = new Map();

  function show() {
    for (const id of fanned.keys()) if (!pieceOf(id)) fanned = new Map();
    for (const stack of grouped(pieces(), spotOf).values()) place(stack);
    for (const [id, token] of tokens) if (!pieceOf(id)) { token.remove(); tokens.delete(id); }
  }

  // How much room neighbours leave, worked out once for a scene at a scale.
  /** @type {{scene: unknown, zoom: number, sizes: Map<string, number>, names: Map<string, import("./names.js").Where>}} */
  const room = { scene: null, zoom: 0, sizes: new Map(), names: new Map() };
  function roomNow() {
    if (room.scene === table.now && room.zoom === stage.zoom) return room;
    const sizes = new Map(pieces().map((one) => [one.id, roomySize(one)]));
    Object.assign(room, { scene: table.now, zoom: stage.zoom, sizes, names: new Map() });
    room.names = namesLaid([...grouped(pieces(), spotOf).values()].flatMap((stack) => stack.map((one) => nameShown(one, stack.length))), table.now?.size_px[0] ?? 0);
    return room;
  }

  /** @param {Piece} one @param {number} together @returns {import("./names.js").Shown} */
  function nameShown(one, together) {
    const size = together > 1 ? Math.max(fullSize(one), CROWDED_PX * 2 / stage.zoom) : room.sizes.get(one.id) ?? fullSize(one);
    const lines = linesOf(one, size);
    const font = fontPx(size) / stage.zoom;
    const rad = isUnknown(one) || one.facing_deg === null ? null : (one.facing_deg * Math.PI) / 180;
    const away = (/** @type {number} */ ahead) => size * (rad !== null && ahead > -FACES_DOWN ? ARROW_GAP : GAP);
    const [up, right] = rad === null ? [0, 0] : [Math.cos(rad), Math.sin(rad)];
    return {
      id: one.id, at: one.at_px, half: [size / 2, (size * HIGH) / 2], isAlone: together === 1,
      wide: (longest(lines) + 1.5) * font * LETTER_WIDE * 1.08, high: lines.length * font * LINE_HIGH, shift: inwards(one.at_px[0], longest(lines), size),
      gap: { below: away(-up), above: away(up), right: away(right) },
    };
  }

  const cellPx = () => (table.now?.frame.kind === "hex" ? table.now.frame.cell_px : 0);
  /** @param {Piece} one */
  const fullSize = (one) => one.size_px ?? (cellPx() || 60) * 0.62;
  /** As large as it is shown at this scale where it has room. @param {Piece} one */
  const shownSize = (one) => Math.max(fullSize(one), LEAST_PX / stage.zoom);
  /** Not as large where it would lie over its neighbours. @param {Piece} one */
  const roomySize = (one) => Math.max(CROWDED_PX / stage.zoom, Math.min(shownSize(one), ...nearby(one, shownSize(one)).map(([x, y]) => Math.max(x, y / HIGH) * 0.97)));
  /** How far across and down other pieces lie that are so near, but not in its very place. @param {Piece} one @param {number} near */
  const nearby = (one, near) => pieces()
    .filter((other) => Math.abs(other.at_px[0] - one.at_px[0]) < near && Math.abs(other.at_px[1] - one.at_px[1]) < near && spotOf(other) !== spotOf(one))
    .map((other) => [Math.abs(other.at_px[0] - one.at_px[0]), Math.abs(other.at_px[1] - one.at_px[1])]);

  // Counters of one place stand side by side in it.
  /** @param {Piece[]} stack */
  function place(stack) {
    const [, columns, rows] = SLOTS.find(([most]) => stack.length <= most) ?? [1, 1, 1];
    stack.forEach((one, k) => {
      const full = fullSize(one);
      const cell = (cellPx() || full * 1.5) * 0.94;
      const spread = fanned.get(one.id);
      const size = spread ? shownSize(one) : stack.length === 1 ? roomNow().sizes.get(one.id) ?? full : Math.max(CROWDED_PX / stage.zoom, Math.min(full, cell / columns, (cell * 0.92) / rows));
      const token = tokenFor(one.id);
      dress(token, one, spread ?? slot(one.at_px, k, stack.length, columns, size * 1.03), size);
      token.classList.toggle("fanned", Boolean(spread));
      token.classList.toggle("tiny", size * stage.zoom < TINY_PX);
      const where = roomNow().names.get(one.id);
      token.classList.toggle("stacked", !spread && !where);
      for (const other of ["above", "right"]) token.classList.toggle(`named-${other}`, !spread && where === other);
    });
  }

  /** The middle of a slot in rows of so many about a point. @param {Px} middle @param {number} k @param {number} count
   * @param {number} columns @param {number} step @param {number} [down] @returns {Px} */
  function slot(middle, k, count, columns, step, down = step) {
    const row = Math.floor(k / columns);
    const inRow = Math.min(columns, count - row * columns);
    return [middle[0] + ((k % columns) - (inRow - 1) / 2) * step, middle[1] + (row - (Math.ceil(count / columns) - 1) / 2) * down];
  }

  /** @param {HTMLElement} token @param {Piece} one @param {Px} at @param {number} size */
  function dress(token, one, at, size) {
    Object.assign(token.style, { left: `${at[0]}px`, top: `${at[1]}px` });
    token.style.setProperty("--size", String(size));
    token.dataset.side = String(sideNumber(one.side));
    const lines = linesOf(one, size);
    part(token, "words").textContent = lines.join("\n");
    token.style.setProperty("--inwards", `${inwards(at[0], longest(lines), size)}px`);
    const symbol = /** @type {HTMLImageElement} */ (token.querySelector(".symbol"));
    const source = `/api/symbols/${symbolOf(one)}.svg`;
    if (symbol.getAttribute("src") !== source) symbol.src = source;
    const faces = isUnknown(one) ? null : one.facing_deg;
    const facing = part(token, "facing");
    facing.hidden = faces === null;
    const rad = ((faces ?? 0) * Math.PI) / 180;
    for (const [name, value] of Object.entries({ facing: `${faces ?? 0}deg`, x: Math.sin(rad), y: -Math.cos(rad) })) token.style.setProperty(`--${name}`, String(value));
    token.classList.toggle("faces-down", faces !== null && Math.cos(rad) < FACES_DOWN);
    token.classList.toggle("faces-up", faces !== null && Math.cos(rad) > -FACES_DOWN);
    token.classList.toggle("faces-right", faces !== null && Math.sin(rad) > -FACES_DOWN);
    const states = conditions(one);
    const badges = part(token, "conditions");
    if (badges.dataset.words !== states.join()) badges.replaceChildren(...states.map(badge));
    badges.dataset.words = states.join();
    token.setAttribute("aria-label", [named(one), sideName(one.side), placeWords(one) || "between hexes", ...states].filter(Boolean).join(", "));
    token.setAttribute("aria-pressed", String(one.id === on.chosen.piece));
    const { target } = on.chosen;
    token.classList.toggle("may-act", on.mayAct(one));
    token.classList.toggle("hidden-unit", one.hidden);
    token.classList.toggle("concealed", states.includes("concealed"));
    token.classList.toggle("selected", one.id === on.chosen.piece);
    token.classList.toggle("target", Boolean(target) && /** @type {any} */ (target).id === one.id);
  }

  /** @param {string} word */
  function badge(word) {
    const one = made("i", word);
    one.append(made("b", "", word[0]), made("span", "", word));
    return one;
  }

  /** Its name in lines no longer than there is room beneath a counter; only a word that is longer by itself is cut. @param {Piece} one @param {number} size */
  function linesOf(one, size) {
    const most = Math.floor(Math.max(MOST_NAME_PX, size * stage.zoom * 1.5) / letterPx(size));
    return shortName(one).flatMap((line) => rows(line, most)).map((row) => (row.length > most ? `${row.slice(0, most - 1)}…` : row));
  }

  /** Words in rows of so many letters. @param {string} words @param {number} most */
  function rows(words, most) {
    const found = [""];
    for (const word of words.split(" ")) {
      const longer = `${found[found.length - 1]} ${word}`.trim();
      if (longer.length <= most || !found[found.length - 1]) found[found.length - 1] = longer;
      else found.push(word);
    }
    return found;
  }

  /** How high the letters of a name are on the screen, as the style sheet has them. @param {number} size */
  const fontPx = (size) => Math.min(13, Math.max(9.5, size * stage.zoom * 0.19));
  /** @param {number} size */
  const letterPx = (size) => fontPx(size) * LETTER_WIDE;

  /** @param {string[]} lines */
  const longest = (lines) => Math.max(...lines.map((line) => line.length));

  /** How far a name beneath a counter shifts so that it does not stand out over the edge of the map. @param {number} x @param {number} letters @param {number} size */
  function inwards(x, letters, size) {
    const half = (letterPx(size) * (letters + 2) * 1.15) / 2 / stage.zoom;
    const wide = table.now?.size_px[0] ?? 0;
    return Math.max(0, half - x) + Math.min(0, wide - half - x);
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

  // Counters that lie over one another go apart while one of them is pointed at.
  /** @param {string} id */
  function fan(id) {
    if (fanned.has(id) || layer.querySelector(".dragged")) return;
    const one = pieceOf(id);
    const heap = one ? heapOf(one) : [];
    if (heap.length < 2) return void (fanned.size && unfan());
    const middle = /** @type {Px} */ ([0, 1].map((axis) => heap.reduce((sum, each) => sum + each.at_px[axis], 0) / heap.length));
    const columns = Math.ceil(Math.sqrt(heap.length));
    const step = Math.max(...heap.map(shownSize), NAMED_PX / stage.zoom) * APART;
    const names = heap.map((each) => nameShown(each, 1));
    const [across, down] = [Math.max(step, ...names.map(({ wide }) => wide)), Math.max(step, ...names.map(({ half, high, gap }) => 2 * half[1] + high + gap.below))];
    fanned = new Map(heap.map((each, k) => [each.id, slot(middle, k, heap.length, columns, across, down)]));
    show();
  }

  function unfan() {
    fanned = new Map();
    show();
  }

  /** The pieces that lie in the same place, or partly over one another with it. @param {Piece} one */
  function heapOf(one) {
    const heap = [one];
    for (const each of heap) {
      const near = pieces().filter((other) => !heap.includes(other) && Math.hypot(other.at_px[0] - each.at_px[0], other.at_px[1] - each.at_px[1]) < shownSize(each) * 0.75);
      heap.push(...near.slice(0, MOST_FANNED - heap.length));
    }
    return heap;
  }

  layer.parentElement?.parentElement?.addEventListener("pointermove", (event) => {
    if (!fanned.size || event.buttons || /** @type {Element} */ (event.target).closest(".token")) return;
    const [x, y] = stage.toMap(event);
    const near = [...fanned].some(([id, at]) => Math.hypot(at[0] - x, at[1] - y) < shownSize(/** @type {Piece} */ (pieceOf(id))));
    if (!near) unfan();
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
      setTimeout(() => delete token.dataset.moved, 50); // the click at the end of a drag chooses nothing
      on.left();
      if (last.type === "pointerup") on.dropped(drag(last));
      show();
    };
    token.addEventListener("pointermove", going);
    token.addEventListener("pointerup", stop);
    token.addEventListener("pointercancel", stop);
  }

  let shownAt = 0;
  stage.settled(() => {
    if (shownAt !== stage.zoom) show();
    shownAt = stage.zoom;
  });

  return {
    show,
    clear() {
      tokens.clear();
      layer.replaceChildren();
      fanned = new Map();
    },
    /** The piece whose counter lies at a point; empty for none. @param {Px} px */
    at: ([x, y]) => [...tokens].findLast(([, { style }]) => {
      const half = Number(style.getPropertyValue("--size")) / 2;
      return Math.abs(parseFloat(style.left) - x) <= half && Math.abs(parseFloat(style.top) - y) <= half * HIGH;
    })?.[0] ?? "",
    /** @param {string} id */
    focus: (id) => tokens.get(id)?.focus({ preventScroll: true }),
  };
}
