// A ruling as a card: the verdict, the odds as bars, and each reason with its rule. Pointing at a reason lights its cause on the map.

import { made } from "./parts.js";
import { distanceWords, withNames } from "./scene.js";

/** @typedef {import("./look.js").Looked} Looked */
/** @typedef {import("./look.js").Chance} Chance */
/** @typedef {import("./look.js").Ruling} Ruling */
/** @typedef {import("./scene.js").Px} Px */

const MOST_ODDS = 6;
const FAR = 5; // what weighs less is covered rather than moving the card far
const STAYS = 6; // what weighs less does not move a card that is already placed
const PLACES = [0, 0.25, 0.5, 0.75, 1]; // where a card goes if it goes far, in parts of the stage
const CORNERS = ["bottom left", "bottom right", "top left"]; // the fourth has the buttons of the zoom
const EDGE_PX = 8;
const FREE_PX = 14;
const SURE = "book";
/** @type {Record<string, string>} */
const SOURCES = { house: "house value", inferred: "inferred", reader: "from a reader's table", later_edition: "later edition" };

/** How a verdict falls, for its colour: yes, partly, no, or none of these. @param {Ruling["verdict"]} verdict */
export function fallOf(verdict) {
  if (verdict.kind === "shot") return verdict.allowed ? "yes" : "no";
  if (verdict.kind === "sight") return { clear: "yes", hindered: "partly" }[String(verdict.visibility)] ?? "no";
  return "told";
}

/** @param {Ruling["verdict"]} verdict @returns {number | null} */
export const distanceOf = (verdict) => {
  const distance = (verdict.sight ?? verdict).distance;
  return typeof distance === "number" ? distance : null;
};

/** @param {Ruling["verdict"]} verdict */
export const rangeWords = (verdict) => {
  const distance = distanceOf(verdict);
  return distance === null ? "" : distanceWords(distance);
};

/** @param {Looked} looked */
export function verdictLine({ ruling: { verdict, told } }) {
  const line = made("p", `verdict ${fallOf(verdict)}`);
  const words = told?.text ?? verdict.text;
  const range = [words.startsWith(verdict.sight?.text) ? "" : verdict.sight?.text, rangeWords(verdict)].filter(Boolean).join(" · ");
  line.append(made("strong", "", withNames(words)), ...(range ? [made("span", "quiet", range)] : []));
  return line;
}

/** @param {string} p "num/den" */
export function percent(p) {
  const share = 100 * shareOf(p);
  return share > 0 && share < 1 ? "<1%" : share > 99 && share < 100 ? ">99%" : `${Math.round(share)}%`;
}

/** @param {string} p "num/den" */
function shareOf(p) {
  const [num, den] = p.split("/").map(Number);
  return num / (den || 1);
}

/** The outcomes, the likeliest first; of long lists the rest is counted, or opened where there is room for it.
 * @param {Chance[]} odds @param {number} [most] @returns {HTMLElement[]} */
export function oddsLists(odds, most = MOST_ODDS) {
  const likely = odds.toSorted((a, b) => shareOf(b.p) - shareOf(a.p));
  if (likely.length <= most + 1) return [oddsList(likely)];
  const rest = made("details", "rest");
  const left = likely.slice(most).reduce((sum, one) => sum + shareOf(one.p), 0);
  rest.append(made("summary", "", `${likely.length - most} more outcomes, together ${Math.round(100 * left) || "<1"}%`), oddsList(likely.slice(most)));
  return [oddsList(likely.slice(0, most)), rest];
}

/** @param {Chance[]} odds */
function oddsList(odds) {
  const list = made("ul", "odds");
  list.append(...odds.map(({ outcome, p }) => {
    const item = made("li");
    const bar = made("span", "bar");
    bar.style.width = `${100 * shareOf(p)}%`;
    item.append(bar, made("span", "outcome", withNames(outcome)), made("b", "", percent(p)));
    item.title = `exactly ${p}`;
    item.dataset.p = p;
    return item;
  }));
  return list;
}

/** The parts of an answer that has several: what has parts of its own can be unfolded, and is if it is the only one. @param {import("./look.js").Told[]} told
 * @returns {HTMLElement[]} */
function partsLists(told) {
  if (!told.length) return [];
  const list = made("ul", "parts");
  list.append(...told.map((line) => {
    const item = made("li");
    if (!line.below) item.textContent = withNames(line.text);
    else {
      const part = /** @type {HTMLDetailsElement} */ (made("details"));
      part.open = told.length === 1;
      part.append(made("summary", "", withNames(line.text)), lines(line.below));
      item.append(part);
    }
    return item;
  }));
  return [list];
}

/** @param {import("./look.js").Told[]} told @returns {HTMLElement} */
function lines(told) {
  const list = made("ul");
  list.append(...told.map(({ text, below }) => {
    const item = made("li", "", withNames(text));
    if (below) item.append(lines(below));
    return item;
  }));
  return list;
}

/** Reasons in a row that begin with the same words and a colon, folded under these. @param {HTMLElement[]} items @param {string[]} texts @returns {HTMLElement[]} */
function folded(items, texts) {
  const heads = texts.map((text) => text.split(": ")[0]);
  return items.flatMap((item, k) => {
    if (heads[k] === heads[k - 1]) return [];
    const end = heads.findIndex((head, n) => n > k && head !== heads[k]);
    const several = items.slice(k, end < 0 ? items.length : end);
    if (several.length === 1) return [item];
    for (const [n, one] of several.entries()) {
      const words = /** @type {HTMLElement} */ (one.querySelector("span"));
      words.textContent = withNames(texts[k + n].slice(heads[k].length + 2));
    }
    const group = made("li");
    const fold = made("details");
    const list = made("ol");
    list.append(...several);
    fold.append(made("summary", "", `${withNames(heads[k])}: ${several.length} reasons`), list);
    group.append(fold);
    return [group];
  });
}

/** The reasons, each with its rule; those beyond `most` are folded away. @param {Looked} looked @param {(rings: Px[][]) => void} light
 * @param {number} most @returns {HTMLElement[]} */
function reasonsLists({ ruling, causes }, light, most) {
  const each = ruling.reasons.map((reason, k) => {
    const item = made("li");
    const point = made("button", "reason");
    /** @type {HTMLButtonElement} */ (point).type = "button";
    const rule = made("span", "rule", reason.cite);
    if (reason.provenance !== SURE) rule.append(made("i", "", ` ${SOURCES[reason.provenance] ?? reason.provenance}`));
    point.append(made("span", "", withNames(reason.text)), rule);
    const rings = causes[k] ?? [];
    point.classList.toggle("has-cause", rings.length > 0);
    for (const kind of ["pointerenter", "focus"]) point.addEventListener(kind, () => light(rings));
    for (const kind of ["pointerleave", "blur"]) point.addEventListener(kind, () => light([]));
    point.addEventListener("click", () => light(rings));
    item.append(point);
    return item;
  });
  const items = ruling.told ? folded(each, ruling.reasons.map(({ text }) => text)) : each;
  const listOf = (/** @type {HTMLElement[]} */ some) => {
    const list = made("ol", "reasons");
    list.append(...some);
    return list;
  };
  if (items.length <= most + 1) return [listOf(items)];
  const rest = made("details", "rest");
  rest.append(made("summary", "", `${items.length - most} more reasons`), listOf(items.slice(most)));
  return [listOf(items.slice(0, most)), rest];
}

/** The whole ruling. @param {Looked} looked @param {(rings: Px[][]) => void} light @param {number} [most] so many reasons are shown at once
 * @returns {HTMLElement[]} */
export function rulingParts(looked, light, most = Infinity) {
  const { odds, cases } = looked.ruling;
  return [
    verdictLine(looked),
    ...partsLists(looked.ruling.told?.below ?? []),
    ...(odds?.length ? oddsLists(odds) : []),
    ...(cases ?? []).flatMap((one) => [made("p", "quiet", withNames(one.condition)), ...oddsLists(one.odds)]),
    ...reasonsLists(looked, light, most),
  ];
}

/** What a box at a place of the stage costs: what it covers of what is best left free. @param {Px} at @param {HTMLElement} box @param {[number, Px[]][]} free */
function covered([l, t], box, free) {
  const covers = (/** @type {Px} */ [x, y]) => x > l - FREE_PX && x < l + box.offsetWidth + FREE_PX && y > t - FREE_PX && y < t + box.offsetHeight + FREE_PX;
  return free.reduce((sum, [weight, points]) => sum + weight * points.filter(covers).length, 0);
}

/** Puts a box into the corner of the stage where it covers the least of what is best left free; its style sheet knows the corners.
 * @param {HTMLElement} box @param {HTMLElement} stage @param {[number, Px[]][]} free */
export function putInCorner(box, stage, free) {
  const cost = (/** @type {string} */ corner) => {
    const [isRight, isTop] = [corner.endsWith("right"), corner.startsWith("top")];
    return covered([isRight ? stage.clientWidth - box.offsetWidth : 0, isTop ? 0 : stage.clientHeight - box.offsetHeight], box, free);
  };
  box.dataset.corner = CORNERS.reduce((best, next) => (cost(next) < cost(best) ? next : best));
}

/** Puts a card beside a point of the stage, or further away, where it covers the least of what is best left free; not off the stage, and not
 * elsewhere than it stood for little. Where it stands.
 * @param {HTMLElement} card @param {HTMLElement} stage @param {Px} at @param {number} gap @param {[number, Px[]][]} [free] points, and how heavily they lie
 * @param {Px | null} [stood] */
export function putBeside(card, stage, [x, y], gap, free = [], stood = null) {
  const { clientWidth: width, clientHeight: height } = stage;
  const { offsetWidth: wide, offsetHeight: high } = card;
  const right = Math.min(x + gap, width - wide - EDGE_PX);
  const left = Math.max(EDGE_PX, x - gap - wide);
  const [above, below] = [Math.max(EDGE_PX, y - gap - high), Math.min(y + gap, height - high - EDGE_PX)];
  const [level, middle] = [y - high / 3, x - wide / 2].map((at, k) => Math.max(EDGE_PX, Math.min(at, (k ? width - wide : height - high) - EDGE_PX)));
  /** @type {Px[]} */
  const places = [[right, level], [left, level], [right, below], [right, above], [left, below], [left, above], [middle, below], [middle, above]];
  const far = PLACES.flatMap((part) => PLACES.map((down) => /** @type {Px} */ ([EDGE_PX + part * (width - wide - 2 * EDGE_PX), EDGE_PX + down * (height - high - 2 * EDGE_PX)])))
    .toSorted(([al, at], [bl, bt]) => Math.hypot(al + wide / 2 - x, at + high / 2 - y) - Math.hypot(bl + wide / 2 - x, bt + high / 2 - y));
  const before = stood && within(card, stage, stood); // it may have grown since
  const cost = (/** @type {Px} */ place) => covered(place, card, free) + (far.includes(place) ? FAR : 0) - (place === before ? STAYS : 0);
  const best = [...(before ? [before] : []), ...places, ...far].reduce((one, next) => (cost(next) < cost(one) ? next : one));
  putAt(card, stage, best);
  return best;
}

/** Puts a card at a point of the stage, as far as it has room there. @param {HTMLElement} card @param {HTMLElement} stage @param {Px} at */
export function putAt(card, stage, at) {
  const [left, top] = within(card, stage, at);
  card.style.translate = `${left}px ${top}px`;
}

/** The point nearest to another at which a card is all on the stage. @param {HTMLElement} card @param {HTMLElement} stage @param {Px} at @returns {Px} */
function within(card, stage, [left, top]) {
  const inside = (/** @type {number} */ at, /** @type {number} */ room) => Math.round(Math.max(EDGE_PX, Math.min(at, room - EDGE_PX)));
  return [inside(left, stage.clientWidth - card.offsetWidth), inside(top, stage.clientHeight - card.offsetHeight)];
}
