// The record of the game: a log that reads like a battle report, and a slider that shows the map as it was after each action.

import { oddsLists } from "./card.js";
import { button, made, withDice } from "./parts.js";
import { pieces, sideName, sideNumber, table } from "./scene.js";
import { call } from "./talk.js";

/** @typedef {{id: string, name: string, type: string, side: string, at: string | null, at_px: [number, number] | null,
 *   facing_deg: number | null, conditions: string[]}} Unit */
/** @typedef {{number: number, side: string, moment: string, declared: string, dice: {text: string}[], changes: string[], lines: string[],
 *   units: Unit[], gone: string[], named: string[], places_px: [number, number][]}} Turn */

const MOST = 200; // this many turns come with one answer
const AROUND = 40; // this many lines of the log stand above and below the one that is shown
const PLAY_MS = 900;

/**
 * @param {HTMLElement} box
 * @param {HTMLElement} open  shows and hides it
 * @param {{path: (...steps: string[]) => string, trying: (work: () => Promise<void>) => Promise<void>, redraw: () => void, leave: () => Promise<void>}} on
 */
export function makeReplay(box, open, { path, trying, redraw, leave }) {
  /** @type {Turn[]} */
  let turns = [];
  /** @type {Map<string, Unit>[]} */
  let moments = []; // who stood where, after no action, after one, and so on
  let at = -1; // after how many actions the map is shown; -1 is now
  let ticking = 0;
  /** @type {Promise<void>} */
  let reading = Promise.resolve();
  let scene = "";

  const bar = made("div", "bar");
  const slider = /** @type {HTMLInputElement} */ (made("input"));
  Object.assign(slider, { type: "range", min: "0", step: "1" });
  slider.setAttribute("aria-label", "After how many actions the map is shown");
  const [back, play, next, stop] = [["‹", "One action back"], ["▶", "Play on"], ["›", "One action on"], ["Back to now", ""]].map(([text, label]) => {
    const one = button(text, "plain");
    if (label) one.setAttribute("aria-label", label);
    return one;
  });
  const told = made("p", "quiet");
  told.setAttribute("role", "status");
  const log = made("ol", "report");
  bar.append(back, slider, next, play, stop);
  box.append(made("h2", "", "Battle report"), bar, told, log);

  // One request after another, so that no turn is added twice.
  function read() {
    reading = reading.catch(() => {}).then(readOn);
    return reading;
  }

  async function readOn() {
    if (scene !== table.id) forget();
    scene = table.id;
    if (at < 0 && box.hidden) return;
    for (;;) {
      const from = Math.max(0, turns.length - 1); // the last once more, to see that it still stands
      const more = await call("GET", `${path("game", "record")}?${new URLSearchParams({ after: String(from), most: String(MOST) })}`);
      if (JSON.stringify(more.turns.slice(0, turns.length - from)) !== JSON.stringify(turns.slice(from))) { forget(); continue; } // it was taken back
      if (!moments.length) moments = [mapOf(more.units)];
      for (const turn of more.turns.slice(turns.length - from)) {
        turns.push(turn);
        const there = new Map(moments[moments.length - 1]);
        for (const id of turn.gone) there.delete(id);
        for (const unit of turn.units) there.set(unit.id, unit);
        moments.push(there);
      }
      if (turns.length >= more.total) break;
    }
    show();
  }

  /** @param {Unit[]} units */
  const mapOf = (units) => new Map(units.map((one) => [one.id, one]));

  function forget() {
    turns = [];
    moments = [];
  }

  function show() {
    const shown = at < 0 ? turns.length : at;
    slider.max = String(turns.length);
    slider.value = String(shown);
    const turn = turns[shown - 1];
    slider.setAttribute("aria-valuetext", turn ? `${shown}. ${turn.declared || sideName(turn.side)}` : "before the first action");
    told.textContent = turn ? `${shown} of ${turns.length}: ${turn.moment}` : `Before the first of ${turns.length} actions`;
    stop.hidden = at < 0;
    const first = Math.max(0, shown - AROUND);
    log.replaceChildren(...turns.slice(first, shown + AROUND).flatMap((one, k) => entry(one, turns[first + k - 1])));
    log.querySelector(".now")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Turn} one @param {Turn | undefined} before */
  function entry(one, before) {
    const item = made("li", one.number === (at < 0 ? turns.length : at) ? "now" : "");
    item.dataset.side = String(sideNumber(one.side));
    const jump = button(one.declared || `${sideName(one.side)}: unseen`, "plain");
    jump.addEventListener("click", () => goTo(one.number));
    item.append(jump);
    item.append(...one.dice.map((each) => {
      const line = made("p", "dice");
      line.append(...withDice(each.text));
      return line;
    }));
    if (one.changes.length) item.append(made("p", "changes", one.changes.join("; ")));
    if (one.dice.length) item.append(oddsButton(one, item));
    const chapter = one.moment.split(",")[0];
    return chapter === before?.moment.split(",")[0] ? [item] : [made("li", "chapter", chapter), item];
  }

  /** @param {Turn} one @param {HTMLElement} item */
  function oddsButton(one, item) {
    const odds = button("odds", "odds plain");
    odds.setAttribute("aria-label", `Odds that ${one.declared} had`);
    odds.addEventListener("click", () => trying(async () => {
      const there = item.querySelector(".odds-told");
      there?.remove();
      if (there) return;
      const { ruling } = await call("GET", path("game", "record", String(one.number), "odds"));
      const box = made("div", "odds-told");
      if (ruling.odds?.length) box.append(...oddsLists(ruling.odds));
      for (const reason of ruling.reasons) {
        const line = made("p", "quiet", `${reason.text} `);
        line.append(made("span", "rule", reason.cite));
        box.append(line);
      }
      item.append(box);
    }));
    return odds;
  }

  /** @param {number} number */
  function goTo(number) {
    at = Math.max(0, Math.min(turns.length, number));
    show();
    redraw();
  }

  function leaveIt() {
    at = -1;
    halt();
    show();
    return leave();
  }

  function halt() {
    clearInterval(ticking);
    ticking = 0;
    play.textContent = "▶";
  }

  open.addEventListener("click", () => trying(async () => {
    box.hidden = !box.hidden;
    open.setAttribute("aria-expanded", String(!box.hidden));
    if (box.hidden) { if (at >= 0) await leaveIt(); } else await read();
  }));
  slider.addEventListener("input", () => goTo(Number(slider.value)));
  back.addEventListener("click", () => goTo((at < 0 ? turns.length : at) - 1));
  next.addEventListener("click", () => goTo((at < 0 ? turns.length : at) + 1));
  stop.addEventListener("click", () => trying(leaveIt));
  play.addEventListener("click", () => {
    if (ticking) return halt();
    if (at < 0 || at >= turns.length) goTo(0);
    play.textContent = "❚❚";
    ticking = window.setInterval(() => (at >= turns.length ? halt() : goTo(at + 1)), PLAY_MS);
  });
  return {
    read,
    /** Whether the map is shown as it was. */
    get isOn() { return at >= 0; },
    /** The pieces as they were then, in the place of those that are there now. */
    over() {
      if (at < 0 || !table.now || !moments[at]) return;
      const now = new Map(pieces().map((one) => [one.unit.id || one.id, one]));
      const size = pieces()[0]?.size_px ?? null;
      const then = [...moments[at].values()].filter((one) => one.at_px);
      table.now = { ...table.now, pieces: then.map((one) => ({
        id: now.get(one.id)?.id ?? one.id, name: one.name, at_px: /** @type {[number, number]} */ (one.at_px), at: one.at ?? undefined,
        size_px: now.get(one.id)?.size_px ?? size, facing_deg: one.facing_deg, hidden: one.conditions.includes("hidden"), side: one.side,
        unit: { id: one.id, type: one.type, conditions: one.conditions }, marks: {},
      })) };
    },
  };
}
