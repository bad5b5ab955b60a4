// What the others did since this side last acted: listed in the panel, and drawn on the map until the side acts again.

import { grouped } from "./grouped.js";
import { button, sentence } from "./parts.js";
import { sideName, sideNumber, table } from "./scene.js";
import { svgMade } from "./stage.js";
import { call } from "./talk.js";

/** @typedef {import("./replay.js").Turn} Turn */
/** @typedef {import("./replay.js").Unit} Unit */
/** @typedef {import("./scene.js").Px} Px */
/** @typedef {{turn: Turn, steps: {unit: string, from: Px, to: Px}[], aims: Px[][], acted: {unit: string, at: Px}[]}} Deed  an action of theirs: who went where, lines to what it was aimed at, and where who acted stands */

const MOST = 40; // the most actions that are listed
const SAME_PX = 1; // points nearer than this are the same place
const COUNTER_PX = 26; // this far from the middle of a counter its symbol stays free
const ARRIVES = /(?: in| goes to| sets out for)( [^ (]+| \(.+\))$/;

/**
 * @param {{box: HTMLElement, list: HTMLElement, marks: Element}} el
 * @param {import("./stage.js").Stage} stage
 * @param {{path: (...steps: string[]) => string, side: () => string}} on
 */
export function makeMeanwhile({ box, list, marks }, stage, { path, side }) {
  const layer = marks.insertBefore(svgMade("g", { class: "meanwhile" }), marks.firstChild);
  /** @type {Deed[]} */
  let deeds = [];
  let heard = "";
  /** @type {Promise<void>} */
  let reading = Promise.resolve();

  /** Reads what was done until now, after so many actions, anew, as any may have been taken back; a seat that plays no one side is told nothing.
   * @param {number} total */
  async function readOn(total) {
    if (!side()) return;
    const of = `${table.id} ${side()}`;
    const told = await call("GET", `${path("game", "record")}?${new URLSearchParams({ after: String(Math.max(0, total - MOST)), most: String(MOST) })}`);
    if (of !== `${table.id} ${side()}`) return; // the seat has changed meanwhile
    const said = JSON.stringify(told);
    if (said === heard) return;
    heard = said;
    deeds = deedsOf(told);
    show();
  }

  /** @param {{units: Unit[], turns: Turn[]}} told  who stood where before those turns */
  function deedsOf({ units, turns }) {
    const known = new Map(units.map((one) => [one.id, one]));
    /** @type {Deed[]} */
    let since = [];
    for (const turn of turns) {
      const deed = deedOf(turn, known);
      if (turn.side === side()) since = [];
      else if (turn.declared || turn.changes.length || deed.steps.length) since.push(deed);
      for (const id of turn.gone) known.delete(id);
      for (const one of turn.units) known.set(one.id, one);
    }
    return since;
  }

  /** @param {Turn} turn @param {Map<string, Unit>} known  each unit as it was before @returns {Deed} */
  function deedOf(turn, known) {
    const now = new Map(turn.units.map((one) => [one.id, one]));
    const placed = turn.units.filter((one) => one.at_px);
    const counter = turn.gone.length === 1 && placed.length === 1 ? known.get(turn.gone[0]) : undefined; // one is called by where it lies
    const before = (/** @type {Unit} */ one) => known.get(one.id) ?? (counter?.side === one.side && counter.conditions.includes("concealed") ? counter : undefined);
    const [acted, others] = [true, false].map((isOwn) => turn.named.filter((id) => ((now.get(id) ?? known.get(id))?.side === turn.side) === isOwn)
      .flatMap((unit) => spot(now.get(unit)?.at_px ?? known.get(unit)?.at_px).map((at) => ({ unit, at }))));
    const aimedAt = [...others.map(({ at }) => at), ...turn.places_px].filter((px) => !acted.some(({ at }) => isSame(at, px)));
    return {
      turn, acted,
      steps: placed.flatMap((one) => spot(before(one)?.at_px).flatMap((from) => spot(one.at_px).filter((to) => !isSame(from, to)).map((to) => ({ unit: one.id, from, to })))),
      aims: acted.flatMap(({ at }) => aimedAt.map((to) => [at, to])),
    };
  }

  /** @param {Px | null | undefined} px @returns {Px[]} */
  const spot = (px) => (px ? [px] : []);
  /** @param {Px} one @param {Px} other */
  const isSame = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < SAME_PX;

  function show() {
    box.hidden = !deeds.length;
    draw(deeds);
    if (box.hidden) return;
    list.replaceChildren(...deeds.map(entryOf));
    list.scrollTop = list.scrollHeight; // the last is in sight
  }

  /** @param {Deed} deed */
  function entryOf(deed) {
    const { turn } = deed;
    const entry = document.createElement("li");
    entry.dataset.side = String(sideNumber(turn.side));
    const came = turn.changes.filter((change) => { // that a unit that goes to J6 is in J6 is no news
      const goal = ARRIVES.exec(change)?.[1];
      return !goal || !turn.declared.endsWith(goal);
    });
    const words = button(sentence([turn.declared || (came.length ? sideName(turn.side) : `${sideName(turn.side)}: a counter moves`), ...came].join("; ")), "plain");
    for (const kind of ["pointerenter", "focus"]) words.addEventListener(kind, () => draw([deed]));
    for (const kind of ["pointerleave", "blur"]) words.addEventListener(kind, () => draw(deeds));
    words.addEventListener("click", () => { const to = deed.steps[0]?.to ?? deed.acted[0]?.at; if (to) stage.show(to); });
    entry.append(words);
    return entry;
  }

  /** @param {Deed[]} some */
  function draw(some) {
    const gap = COUNTER_PX / stage.zoom;
    const gone = grouped(some.flatMap(({ steps }) => steps), ({ unit }) => unit);
    const ways = [...gone.values()].map((steps) => [steps[0].from, ...steps.map(({ to }) => to)]);
    const lines = (/** @type {Px[]} */ way, /** @type {string} */ kind) => ["under", kind].map((name) => svgMade("polyline", { points: between(way, gap).map((at) => at.join()).join(" "), class: name }));
    const rings = (/** @type {Px[]} */ points, /** @type {string} */ kind) => points.map(([cx, cy]) => svgMade("circle", { cx, cy, class: kind }));
    layer.replaceChildren(
      ...ways.flatMap((way) => [...lines(way, "gone"), ...rings(way.slice(1, -1), "step")]),
      ...some.flatMap(({ aims }) => aims.flatMap((aim) => lines(aim, "aimed"))),
      ...rings(some.flatMap(({ aims, acted }) => acted.filter(({ unit }) => !aims.length && !gone.has(unit)).map(({ at }) => at)), "who"),
    );
  }

  /** A line that leaves the counters at its ends free, where it is long enough. @param {Px[]} way @param {number} gap @returns {Px[]} */
  function between(way, gap) {
    const nearer = (/** @type {Px} */ [x, y], /** @type {Px} */ [toX, toY]) => {
      const part = Math.min(0.3, gap / Math.hypot(toX - x, toY - y));
      return /** @type {Px} */ ([x + part * (toX - x), y + part * (toY - y)]);
    };
    return [nearer(way[0], way[1]), ...way.slice(1, -1), nearer(way[way.length - 1], way[way.length - 2])];
  }

  return {
    /** @param {number} total  how many actions the game has had */
    read: (total) => (reading = reading.catch(() => {}).then(() => readOn(total))),
    /** Not while the map is shown as it was. @param {boolean} isNow */
    shown: (isNow) => layer.toggleAttribute("hidden", !isNow),
    clear() {
      [deeds, heard] = [[], ""];
      show();
    },
  };
}
