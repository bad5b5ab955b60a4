// The ruler: sight and distance between two places or units, drawn with mouse or finger or laid with keys. The umpire rules on the line.

import { fallOf } from "./card.js";
import { inShort } from "./hover.js";
import { aimedAt, askedPoint, look, lookedFrom, placeAt } from "./look.js";
import { isTyped, made } from "./parts.js";
import { named, pieceOf, placeWords, table } from "./scene.js";
import { svgMade } from "./stage.js";
import { oneAtATime } from "./talk.js";

/** @typedef {import("./scene.js").Px} Px */
/** @typedef {import("./chosen.js").Target} Target */

const STALE_MS = 300; // how long the answer about a line may stay while the line is moved on
const ROWS_APART = Math.sqrt(3) / 2; // of a hex across its flats
const FINE = 0.25; // of an inch, as far as places of a table are told apart
/** @type {Record<string, Px>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {{stage: HTMLElement, marks: Element, button: HTMLElement, told: HTMLElement}} el
 * @param {import("./stage.js").Stage} stage
 * @param {{chosen: typeof import("./chosen.js").chosen, counterAt: (px: Px) => string, hover: ReturnType<typeof import("./hover.js").makeHover>,
 *   turned: () => void}} on
 */
export function makeRuler({ stage: ground, marks, button, told }, stage, { chosen, counterAt, hover, turned }) {
  const layer = /** @type {SVGElement} */ (marks.appendChild(svgMade("g", { class: "ruler" })));
  let isOn = false;
  let chosenBefore = "";
  /** @type {Target | null} */
  let from = null; // one end, while the other is looked for
  let isFresh = false; // whether that end was set by the press that still lasts
  /** @type {{from: Target, to: Target} | null} */
  let drawn = null; // the line that lies on the map
  let staling = 0;
  let saying = 0;
  /** @type {Px | null} */
  let cursor = null; // where the keys are

  /** @param {Px} px @returns {Target} */
  function endAt(px) {
    const id = counterAt(px);
    return id ? { id } : { px: askedPoint(px) };
  }

  /** @param {Target} end @returns {Px} */
  const pxOf = (end) => ("id" in end ? pieceOf(end.id)?.at_px ?? [0, 0] : end.px);
  /** @param {Target} end @param {Target} other */
  const isSame = (end, other) => JSON.stringify(end) === JSON.stringify(other);
  /** @param {Target} end */
  const isThere = (end) => !("id" in end) || Boolean(pieceOf(end.id));

  /** @param {Target} end */
  function begin(end) {
    chosen.clear();
    from = end;
    draw(end);
  }

  /** @param {Target} to */
  function preview(to) {
    if (!from) return;
    if (isSame(from, to)) return nothing();
    clearTimeout(staling);
    staling = window.setTimeout(untell, STALE_MS);
    draw(to);
    rule({ line: { from, to }, question: { ask: "los", ...lookedFrom(from), ...aimedAt(to) } });
  }

  const rule = oneAtATime(async (/** @type {{line: {from: Target, to: Target}, question: import("./look.js").Question}} */ { line, question }) => {
    const looked = await look(question).catch((/** @type {Error} */ error) => error);
    if (drawn?.from !== line.from) return;
    untell();
    if (!isSame(drawn.to, line.to)) staling = window.setTimeout(untell, STALE_MS);
    const at = stage.toStage(pxOf(line.to));
    if (looked instanceof Error) return hover.tell([made("p", "", looked.message)], at);
    hover.tell(inShort(looked), at);
    layer.dataset.fall = fallOf(looked.ruling.verdict);
    stage.light(looked.causes.flat());
  });

  /** There is no line between an end and itself. */
  function nothing() {
    untell();
    draw();
  }

  /** The answer shown is about another line. */
  function untell() {
    clearTimeout(staling);
    hover.hide();
    layer.dataset.fall = "";
  }

  /** @param {Target} to */
  function end(to) {
    const line = from;
    drop();
    if (line && !isSame(line, to)) chosen.measure(line, to);
  }

  /** Gives up a line that has only one end. */
  function drop() {
    untell();
    from = null;
    draw();
  }

  /** Draws the line as far as it goes, and where the keys are. @param {Target} [to] */
  function draw(to) {
    layer.replaceChildren();
    drawn = from && to ? { from, to } : null;
    if (drawn) {
      const [start, [x, y]] = [pxOf(drawn.from), pxOf(drawn.to)];
      const points = `${start.join()} ${x},${y}`;
      const [cx, cy] = start;
      layer.append(svgMade("polyline", { points, class: "under" }), svgMade("polyline", { points }), svgMade("circle", { cx, cy, class: "end" }), svgMade("circle", { cx: x, cy: y, class: "end" }));
    }
    if (cursor) layer.append(svgMade("circle", { cx: cursor[0], cy: cursor[1], class: "cursor" }));
  }

  /** @param {boolean} is */
  function turn(is) {
    if (is === isOn) return;
    isOn = is;
    drop();
    cursor = null;
    draw();
    saying++;
    if (isOn) {
      chosenBefore = chosen.piece;
      chosen.clear();
      ground.focus({ preventScroll: true });
    } else if (chosen.target || !chosen.piece) {
      if (pieceOf(chosenBefore)) chosen.take(chosenBefore);
      else chosen.clear();
    }
    stage.draws(isOn ? pen : null);
    ground.classList.toggle("ruling", isOn);
    button.setAttribute("aria-pressed", String(isOn));
    told.textContent = isOn ? "Ruler: choose a unit, or a place with the arrows and Enter, and then another." : "The ruler is put away.";
    turned();
  }

  // With mouse or finger: pressed where it begins and let go where it ends, or a click for each.

  /** @type {import("./stage.js").Pen} */
  const pen = {
    down(px) {
      isFresh = !from;
      cursor = null;
      if (!from) begin(endAt(px));
    },
    move: (px) => preview(endAt(px)),
    up(px, wasDrawn) {
      if (wasDrawn || !isFresh) end(endAt(px));
    },
    leave() {
      if (isFresh) drop();
    },
  };

  ground.addEventListener("pointermove", (event) => {
    if (isOn && from && !event.buttons && event.pointerType === "mouse") preview(endAt(stage.toMap(event)));
  });

  // With keys: the arrows go from place to place, Enter takes one end and then the other.

  /** How far one press goes, across and down. @param {boolean} isFine @returns {Px} */
  function stepPx(isFine) {
    const frame = table.now?.frame;
    if (frame?.kind === "hex") return frame.top === "pointy" ? [frame.cell_px, ROWS_APART * frame.cell_px] : [ROWS_APART * frame.cell_px, frame.cell_px];
    const step = (isFine ? FINE : 1) * (frame?.cell_px ?? 1);
    return [step, step];
  }

  /** @param {Px} way @param {boolean} isFine @param {Px | null | undefined} [on] where a unit is held */
  function go(way, isFine, on) {
    const [size, step] = [table.now?.size_px ?? [0, 0], stepPx(isFine)];
    const start = on ?? cursor ?? (from ? pxOf(from) : pieceOf(chosenBefore)?.at_px) ?? stage.toMap(middleOf(ground));
    ground.focus({ preventScroll: true });
    const at = /** @type {Px} */ ([0, 1].map((axis) => Math.min(Math.max(0, start[axis] + way[axis] * step[axis]), size[axis])));
    cursor = at;
    stage.show(at);
    const to = endAt(at);
    draw(to);
    preview(to);
    say(to);
  }

  /** @param {Target} end @param {string} [what] is to be done there */
  async function say(end, what = "") {
    const turn = ++saying;
    const words = await endWords(end).catch((/** @type {Error} */ error) => error.message);
    if (turn === saying) told.textContent = `${words}${what}`;
  }

  /** @param {Target} end */
  async function endWords(end) {
    const piece = "id" in end ? pieceOf(end.id) : null;
    if (piece) return `${named(piece)}, ${placeWords(piece)}`;
    const place = await placeAt(pxOf(end));
    return [placeWords({ at: place.place }), ...place.ground].join(", ");
  }

  /** An end that was chosen without the mouse. @param {Target} one */
  function take(one) {
    if (from) return end(one);
    begin(one);
    say(one, ": from here.");
  }

  button.addEventListener("click", () => turn(!isOn));
  document.addEventListener("keydown", (event) => {
    if (isTyped() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === "r" && !event.repeat) return turn(!isOn);
    const held = /** @type {HTMLElement | null} */ (document.activeElement);
    const isUnit = held?.matches(".token");
    if (!isOn || (held !== ground && !isUnit)) return;
    if (event.key in ARROWS) go(ARROWS[event.key], event.shiftKey, isUnit ? pieceOf(held?.dataset.id ?? "")?.at_px : null);
    else if (event.key === "Enter" && cursor && !isUnit) take(endAt(cursor));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true); // before the arrows move the map
  chosen.heard(() => { if (isOn && chosen.piece && !chosen.target) turn(false); }); // a unit chosen without a target is to act

  return {
    get isOn() { return isOn; },
    take,
    end: () => turn(false),
    /** Gives up a line if one of its ends is no longer there. */
    show() {
      if (from && !isThere(from)) drop();
      else if (drawn && !isThere(drawn.to)) nothing();
    },
  };
}

/** @param {HTMLElement} one */
function middleOf(one) {
  const { left, top, width, height } = one.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}
