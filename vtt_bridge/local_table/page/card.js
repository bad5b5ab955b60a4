// A ruling as a card: the verdict, the odds as bars, and each reason with its rule. Pointing at a reason lights its cause on the map.

import { made } from "./parts.js";
import { distanceWord, withNames } from "./scene.js";

/** @typedef {import("./look.js").Looked} Looked */
/** @typedef {import("./look.js").Chance} Chance */
/** @typedef {import("./look.js").Ruling} Ruling */
/** @typedef {import("./scene.js").Px} Px */

const SURE = "book";
/** @type {Record<string, string>} */
const SOURCES = { house: "house value", inferred: "inferred", reader: "from a reader's table", later_edition: "later edition" };

/** How a verdict falls, for its colour: yes, partly, no, or none of these. @param {Ruling["verdict"]} verdict */
export function fallOf(verdict) {
  if (verdict.kind === "shot") return verdict.allowed ? "yes" : "no";
  if (verdict.kind === "sight") return { clear: "yes", hindered: "partly" }[String(verdict.visibility)] ?? "no";
  return "told";
}

/** @param {Ruling["verdict"]} verdict */
export const rangeWords = (verdict) => {
  const distance = (verdict.sight ?? verdict).distance;
  return typeof distance === "number" ? `${Math.round(distance * 10) / 10} ${distanceWord()}` : "";
};

/** @param {Looked} looked */
export function verdictLine({ ruling: { verdict } }) {
  const line = made("p", `verdict ${fallOf(verdict)}`);
  line.append(made("strong", "", withNames(verdict.text)));
  const range = rangeWords(verdict);
  if (range) line.append(made("span", "quiet", range));
  return line;
}

/** @param {string} p "num/den" */
export function percent(p) {
  const [num, den] = p.split("/").map(Number);
  const share = (100 * num) / (den || 1);
  return share > 0 && share < 1 ? "<1 %" : share > 99 && share < 100 ? ">99 %" : `${Math.round(share)} %`;
}

/** @param {Chance[]} odds */
export function oddsList(odds) {
  const list = made("ul", "odds");
  list.append(...odds.map(({ outcome, p }) => {
    const [num, den] = p.split("/").map(Number);
    const item = made("li");
    const bar = made("span", "bar");
    bar.style.width = `${(100 * num) / (den || 1)}%`;
    item.append(bar, made("span", "outcome", withNames(outcome)), made("b", "", percent(p)));
    item.title = `exactly ${p}`;
    item.dataset.p = p;
    return item;
  }));
  return list;
}

/** @param {Looked} looked @param {(rings: Px[][]) => void} light */
function reasonsList({ ruling, causes }, light) {
  const list = made("ol", "reasons");
  list.append(...ruling.reasons.map((reason, k) => {
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
  }));
  return list;
}

/** The whole ruling. @param {Looked} looked @param {(rings: Px[][]) => void} light @returns {HTMLElement[]} */
export function rulingParts(looked, light) {
  const { odds, cases } = looked.ruling;
  return [
    verdictLine(looked),
    ...(odds?.length ? [oddsList(odds)] : []),
    ...(cases ?? []).flatMap((one) => [made("p", "quiet", withNames(one.condition)), oddsList(one.odds)]),
    reasonsList(looked, light),
  ];
}

/** Puts a card beside a point of the stage: to its right if there is room, and never over it or off the stage.
 * @param {HTMLElement} card @param {HTMLElement} stage @param {Px} at @param {number} gap */
export function putBeside(card, stage, [x, y], gap) {
  const { clientWidth: width, clientHeight: height } = stage;
  const { offsetWidth: wide, offsetHeight: high } = card;
  const right = x + gap + wide <= width - 8 || x < width / 2;
  const left = right ? Math.min(x + gap, width - wide - 8) : Math.max(8, x - gap - wide);
  const top = Math.max(8, Math.min(y - high / 3, height - high - 8));
  card.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
}
