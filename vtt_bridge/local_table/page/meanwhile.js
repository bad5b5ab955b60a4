// What the others did since this side last acted: told in the panel, and drawn on the map until the side acts again.

import { button, sentence } from "./parts.js";
import { sideName, sideNumber, table } from "./scene.js";
import { svgMade } from "./stage.js";
import { call } from "./talk.js";

/** @typedef {import("./replay.js").Turn} Turn */
/** @typedef {import("./scene.js").Px} Px */
/** @typedef {{turn: Turn, steps: {unit: string, from: Px, to: Px}[], aims: Px[][], acted: {unit: string, at: Px}[]}} Deed  an action of theirs: who went where, lines to what it was aimed at, and where who acted stands */

const MOST = 40; // so many actions are looked back at
const SAME_PX = 1; // nearer than that is the same place
const COUNTER_PX = 26; // so far from the middle of a counter its symbol is free

/**
 * @param {{box: HTMLElement, list: HTMLElement, marks: Element}} el
 * @param {import("./stage.js").Stage} stage
 * @param {{path: (...steps: string[]) => string, side: () => string}} on
 */
export function makeMeanwhile({ box, list, marks }, stage, { path, side }) {
  const layer = marks.insertBefore(svgMade("g", { class: "meanwhile" }), marks.firstChild);
  /** @type {Deed[]} */
  let deeds = [];
  /** @type {Map<string, Px>} */
  let stands = new Map(); // where each unit stood after the last action that was read
  /** @type {Map<string, string>} */
  const sides = new Map();
  let read = { of: "", total: 0 };
  /** @type {Promise<void>} */
  let reading = Promise.resolve();

  /** Reads what was done until now, after so many actions; a seat that plays no one side is told nothing. @param {number} total */
  async function readOn(total) {
    const of = `${table.id} ${side()}`;
    if (of !== read.of || total < read.total) {
      read = { of, total: Math.max(0, total - MOST) };
      [deeds, stands] = [[], new Map()];
    }
    if (side() && total > read.total) {
      const told = await call("GET", `${path("game", "record")}?${new URLSearchParams({ after: String(read.total), most: String(MOST) })}`);
      if (of !== `${table.id} ${side()}`) return; // one sits elsewhere by now
      if (!stands.size) stands = places(told.units);
      for (const one of [told.units, ...told.turns.map((/** @type {Turn} */ turn) => turn.units)].flat()) sides.set(one.id, one.side);
      for (const turn of told.turns) {
        const deed = deedOf(turn);
        if (turn.side === side()) deeds = [];
        else if (turn.declared || turn.changes.length || deed.steps.length) deeds.push(deed);
        for (const id of turn.gone) stands.delete(id);
        stands = new Map([...stands, ...places(turn.units)]);
      }
      read.total = Math.min(told.total, told.after + told.turns.length);
    }
    show();
  }

  /** @param {import("./replay.js").Unit[]} units @returns {Map<string, Px>} */
  const places = (units) => new Map(units.flatMap(({ id, at_px: px }) => (px ? [[id, px]] : [])));

  /** @param {Turn} turn @returns {Deed} */
  function deedOf(turn) {
    const now = places(turn.units);
    const [acted, others] = [true, false].map((isOwn) => turn.named.filter((id) => (sides.get(id) === turn.side) === isOwn)
      .flatMap((unit) => spot(now.get(unit) ?? stands.get(unit)).map((at) => ({ unit, at }))));
    const aimedAt = [...others.map(({ at }) => at), ...turn.places_px].filter((px) => !acted.some(({ at }) => isSame(at, px)));
    return {
      turn, acted,
      steps: [...now].flatMap(([unit, to]) => spot(stands.get(unit) ?? (now.size === 1 && turn.gone.length === 1 ? stands.get(turn.gone[0]) : undefined)) // a counter is called by where it lies
        .filter((from) => !isSame(from, to)).map((from) => ({ unit, from, to }))),
      aims: acted.flatMap(({ at }) => aimedAt.map((to) => [at, to])),
    };
  }

  /** @param {Px | undefined} px @returns {Px[]} */
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
    const came = turn.changes.filter((change) => !turn.declared.endsWith(change.split(" ").slice(-1)[0])); // that who goes to J6 is in J6 is no news
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
    const gone = Map.groupBy(some.flatMap(({ steps }) => steps), ({ unit }) => unit);
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
  };
}
