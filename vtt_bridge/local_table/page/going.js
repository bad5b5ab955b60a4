// The way of a unit that is dragged or sent somewhere: its path and price, and where and why it stops.

import { sentence } from "./parts.js";
import { hexHalf, named, pieceOfUnit, sideName } from "./scene.js";
import { call, oneAtATime } from "./talk.js";

/** @typedef {[number, number]} Px */

const SLOW_MS = 300; // after that the page shows that it is waiting
const MOST_LETTERS = 70; // beside a way; the rest is in the panel

/**
 * @param {{told: HTMLElement, path: (...steps: string[]) => string, toAct: () => string, stage: import("./stage.js").Stage,
 *   declared: (route: string, what: Record<string, unknown>) => Promise<void>, refused: (why: string) => Promise<void>}} on
 */
export function makeGoing({ told, path, toAct, stage, declared, refused }) {
  let planning = 0;
  let planned = "";

  /** Why a unit goes nowhere now, whatever the place. @param {string} one */
  function staysBecause(one) {
    const piece = pieceOfUnit(one);
    if (!toAct() || !piece || piece.side === toAct()) return "";
    return `${named(piece)} stays: the ${sideName(toAct())} are to act now.`;
  }

  /** @param {string} one @param {Px} px */
  function goTo(one, px) {
    planEnds();
    const why = staysBecause(one);
    return why ? refused(why) : declared("go", { units: [one], to_px: px });
  }

  /** @param {string} one @param {Px} px @param {Px} [from] */
  function plan(one, px, from) {
    const key = `${one} ${px.map((at) => Math.round(at / 8)).join()}`;
    if (key === planned) return;
    planned = key;
    askWay({ one, px, from, drag: planning });
  }

  // So whoever drags on also sees where the unit would get to.
  const askWay = oneAtATime(async (/** @type {{one: string, px: Px, from?: Px, drag: number}} */ { one, px, from, drag }) => {
    if (drag !== planning) return;
    const why = staysBecause(one);
    const waiting = setTimeout(() => { if (drag === planning && from) stage.drawWay([from, px], { words: "The umpire looks it up …" }); }, SLOW_MS);
    const way = why ? { steps: [], told: [], stopped: why } : await call("POST", path("game", "way"), { side: toAct(), units: [one], to_px: px }).catch((/** @type {Error} */ error) => ({ steps: [], told: [error.message], stopped: "" }));
    clearTimeout(waiting);
    if (drag === planning) drawPlan(one, way, px, from);
  });

  /** The drag is over, or was none. */
  function planEnds() {
    stage.drawWay([]);
    planning++;
    planned = "";
  }

  /** @param {string} one @param {any} way @param {Px} px @param {Px} [from] */
  function drawPlan(one, way, px, from) {
    const ways = way.steps.flatMap((/** @type {any} */ each) => each.ways.filter((/** @type {any} */ its) => its.unit === one));
    const points = ways.flatMap((/** @type {any} */ its, /** @type {number} */ k) => (k ? its.way_px.slice(1) : its.way_px));
    const end = points[points.length - 1];
    const isThere = end && Math.hypot(end[0] - px[0], end[1] - px[1]) <= Math.max(40, hexHalf());
    const price = priced(total(ways.map((/** @type {any} */ its) => its.price)), ways.reduce((/** @type {number} */ all, /** @type {any} */ its) => all + (its.length_in ?? 0), 0));
    const why = way.stopped || way.told.map((/** @type {string} */ line) => line.split(": ").slice(1).join(": ")).filter(Boolean)[0] || (end ? "" : way.told[0] ?? "");
    const answers = way.steps.flatMap((/** @type {any} */ each) => each.answers);
    const first = way.steps.filter((/** @type {any} */ each) => !each.ways.length).map((/** @type {any} */ each) => each.text).join("; "); // what else is declared
    const answered = answers.map((/** @type {string} */ each) => each.replace(/^if /, "")).join("; ");
    told.textContent = [first && `First: ${first}`, ...way.told, way.stopped && `Stops: ${way.stopped}`, answered && `The enemy may answer: ${answered}`].filter(Boolean).map(sentence).join(" ");
    const line = points.length > 1 ? points : from && !points.length ? [from, from] : [from ?? end, end].filter(Boolean);
    stage.drawWay(line, { stopsAt: isThere && !way.stopped ? null : end ?? from ?? null, words: [first && `first: ${first}`, [price, why || (answered && `the enemy may answer: ${answered}`)].filter(Boolean).join(": ")].filter(Boolean).map(short).join("\n"), clear: hexHalf() * 0.6 });
  }

  return { goTo, plan, planEnds };
}

/** @param {string} text */
const short = (text) => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 2)}…` : text);

// "1 MP" and "2 MP" are "3 MP".
/** @param {string[]} prices */
function total(prices) {
  const told = prices.filter(Boolean);
  if (!told.length) return "";
  const sum = told.reduce((all, price) => all + parseFloat(price), 0);
  return `${Math.round(sum * 10) / 10} ${told[0].split(" ").slice(1).join(" ")}`;
}

/** What a way costs, and how long it is where that is not the same: turns and ground count. @param {string} price @param {number} inches */
function priced(price, inches) {
  const long = Math.round(inches * 10) / 10;
  return long && long !== parseFloat(price) ? `${long}"${price && ` for ${price} of movement`}` : price;
}
