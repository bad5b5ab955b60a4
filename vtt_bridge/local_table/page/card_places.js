// Where the cards of a question stand: beside what they are about, or where they were dragged to; on a phone at the bottom, where what they are
// about is moved from behind them.

import { putAt, putBeside, putInCorner } from "./card.js";
import { chosen } from "./chosen.js";
import { pieceOf, pieces } from "./scene.js";

/** @typedef {import("./scene.js").Px} Px */

const NARROW = matchMedia("(max-width: 800px)");
const STEPS = [0, 0.25, 0.5, 0.75, 1];
const LINE_STEPS = [...Array(17).keys()].map((k) => k / 16); // so densely that a card can count how much of a line it covers
const NAME_GAP_PX = 8; // from the name of a counter to the card beside it
const [ABOUT, TOOL, OFFERED, OFFERED_BESIDE_LINE, LINE, UNIT, OTHER] = [40, 12, 12, 4, 2.5, 2, 1]; // what it weighs if a card covers: what it is about and who asks, a tool of the map, a place to point at, the same while one looks along a line, a sixteenth of that line, a unit, and anything else

/** @param {Record<string, any>} el @param {import("./stage.js").Stage} stage */
export function makeCardPlaces(el, stage) {
  /** @type {Px[] | null} */
  let figures = []; // of the answer on the map; null until they have been looked for

  /** @type {{of: string, at: Px | null}} */
  let stood = { of: "", at: null }; // what the card was about, over which part of the map, and where it stood

  const card = () => cards.find((one) => !one.hidden);

  /** What the open card is about. @returns {Px | undefined} */
  function aboutPx() {
    return pxOf(chosen.target ?? chosen.from);
  }

  /** @param {import("./chosen.js").Target | null} end @returns {Px | undefined} */
  const pxOf = (end) => (end && "px" in end ? end.px : pieceOf(end?.id ?? "")?.at_px);

  // On a phone what stands over the map makes room for an open card, however high it is.
  const heights = new ResizeObserver(() => el.stage.style.setProperty("--card-px", `${card()?.offsetHeight ?? 0}px`));

  // Beside what the card is about; on a narrow screen its style sheet keeps it at the bottom. Once a frame, for it asks where everything lies.
  let placing = 0;
  const beside = () => { placing ||= requestAnimationFrame(place); };

  function place() {
    placing = 0;
    const [open, px] = [card(), aboutPx()];
    if (!open || !px) return;
    const isNew = !figures; // the box in a corner goes where this answer leaves room, and then stays; the card goes with the map
    figures ??= figuresOnMap();
    const [about, units] = [stage.toStage(px), pieces().map((one) => stage.toStage(one.at_px))];
    const asks = [pxOf(chosen.from)].flatMap((from) => (from ? [stage.toStage(from)] : []));
    const [line, others] = [linePoints(px), [...boxPoints(el.coach), ...figures.map(stage.toStage)]];
    const name = el.tokens.querySelector(`.token.${chosen.target ? "target" : "selected"} .words`);
    const gap = Math.max(28, 40 * stage.zoom, (name?.getBoundingClientRect().width ?? 0) / 2 + NAME_GAP_PX);
    const corner = isNew ? [] : boxPoints(el["on-map"]);
    const free = /** @type {[number, Px[]][]} */ ([[ABOUT, [about, ...asks]], [TOOL, boxPoints(el.tools)], [chosen.target ? OFFERED_BESIDE_LINE : OFFERED, offered()], [LINE, line], [UNIT, units], [OTHER, [...others, ...corner]]]);
    if (put) putAt(open, el.stage, put);
    else {
      const of = `${open.id} ${JSON.stringify(chosen.target ?? chosen.from)} ${stage.zoom} ${stage.toStage([0, 0])}`;
      stood = { of, at: putBeside(open, el.stage, about, gap, free, stood.of === of ? stood.at : null) };
    }
    const ends = [...el.tokens.querySelectorAll(".token:is(.selected, .target) > :is(.face, .words)")].flatMap(boxPoints);
    if (isNew) putInCorner(el["on-map"], el.stage, [[ABOUT, ends], [LINE, line], [UNIT, [...units, ...boxPoints(open)]], [OTHER, others]]);
  }

  // A card stays where it was dragged to, until its head is clicked twice; and folded, until it is unfolded.
  /** @type {Px | null} */
  let put = null;
  const cards = [el.unit, el.ruling];
  for (const one of cards) {
    heights.observe(one);
    const [head, fold] = [one.querySelector("header"), one.querySelector(".fold")];
    head.title = "Drag the card away; click twice, and it goes where it finds room";
    head.addEventListener("dblclick", () => { put = null; beside(); });
    head.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (NARROW.matches || event.button || /** @type {Element} */ (event.target).closest("button")) return;
      head.setPointerCapture(event.pointerId);
      const [box, ground] = [one.getBoundingClientRect(), el.stage.getBoundingClientRect()];
      const [x, y] = [event.clientX - box.left + ground.left, event.clientY - box.top + ground.top];
      head.onpointermove = (/** @type {PointerEvent} */ next) => { put = [next.clientX - x, next.clientY - y]; beside(); };
      head.onlostpointercapture = () => { head.onpointermove = null; };
    });
    fold.addEventListener("click", () => {
      const isFolded = one.classList.contains("folded");
      for (const each of cards) {
        each.classList.toggle("folded", !isFolded);
        each.querySelector(".fold").setAttribute("aria-expanded", String(isFolded));
      }
      beside();
    });
  }

  // Where an answer has figures on the map, such as what it costs to get there: a card leaves them free where it can.
  const figuresOnMap = () => [...el.looks.children].flatMap((layer) => [...layer.shadowRoot.querySelectorAll("text")])
    .map((one) => one.getBoundingClientRect()).filter(({ width }) => width)
    .map(({ left, right, top, bottom }) => stage.toMap({ clientX: (left + right) / 2, clientY: (top + bottom) / 2 }));

  // The marked places, which are to be pointed at.
  const offered = () => [...el.marks.querySelectorAll(".offers circle")].map((one) => stage.toStage([Number(one.getAttribute("cx")), Number(one.getAttribute("cy"))]));

  /** Points of the line that is looked along. @param {Px} to @returns {Px[]} */
  function linePoints(to) {
    const from = chosen.target && pxOf(chosen.from);
    if (!from) return [];
    return LINE_STEPS.map((part) => stage.toStage([from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]));
  }

  /** Points all over a box on the stage, so that a card covers it only if it must. @param {HTMLElement} box @returns {Px[]} */
  function boxPoints(box) {
    const [{ left, top, width, height }, ground] = [box.getBoundingClientRect(), el.stage.getBoundingClientRect()];
    return width ? STEPS.flatMap((part) => STEPS.map((down) => /** @type {Px} */ ([left - ground.left + part * width, top - ground.top + down * height]))) : [];
  }

  // What the card is about is not left behind it or the tools above it, nor behind what the colours mean.
  function uncover() {
    const [open, px, box] = [card(), aboutPx(), el["on-map"]];
    if (open && px && NARROW.matches) stage.show(px, open.offsetHeight + el.tools.offsetHeight, box.hidden ? 0 : box.offsetTop + box.offsetHeight);
  }

  stage.moved(beside);

  return {
    beside, uncover, aboutPx,
    /** Another answer is on the map, whose figures should be left free. */
    newAnswer() { figures = null; },
    noAnswer() { figures = []; },
  };
}

/** @typedef {ReturnType<typeof makeCardPlaces>} CardPlaces */
