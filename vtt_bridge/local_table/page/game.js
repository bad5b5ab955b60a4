// The game on a scene: whose turn it is, what the selected unit may do, what it can come to, and doing it.
// A unit sent to a point of the map goes there by the rules or hears why not.

import { made } from "./parts.js";
import { withNames } from "./scene.js";
import { call, once } from "./talk.js";

/** @typedef {{number: number, text: string, units: string[], action: Record<string, unknown>}} Choice */

/** @param {Record<string, any>} el @param {Record<string, any>} on */
export function gamePanel(el, { path, side, selected, select, nameOf, trying, done }) {
  /** @type {any} */
  let go = null;
  /** @type {Choice[]} */
  let choices = [];
  /** @type {string[]} */
  let notes = [];
  let looks = 0;

  async function read() {
    const look = ++looks;
    const now = await call("GET", path("game")).catch((error) => {
      if (error.status === 404) return null; // no game is played here
      throw error;
    });
    const mine = now?.to_act && (!side() || side() === now.to_act);
    const told = mine ? await call("GET", `${path("game", "choices")}?side=${encodeURIComponent(now.to_act)}`) : null;
    const kept = now?.sides.includes(side()) ? await call("GET", `${path("game", "notes")}?side=${encodeURIComponent(side())}`) : null;
    if (look !== looks) return; // a later look is under way
    go = now;
    notes = kept?.notes ?? [];
    choices = told?.choices ?? [];
    show();
  }

  function show() {
    el.game.hidden = !go;
    if (!go) el["go-here"].hidden = true;
    if (!go) return;
    el["game-moment"].textContent = go.result ?? `${go.moment}. ${go.due}.`;
    el["game-asked"].hidden = !go.asked;
    el["game-asked-text"].textContent = go.asked ? `${go.asked.text}.` : "";
    el["game-agree"].hidden = go.asked?.by === side() && side() !== "";
    el["game-undo"].hidden = !go.actions;
    el["game-redo"].hidden = !go.can_redo;
    el["game-secrets"].hidden = !notes.length;
    el["game-notes"].replaceChildren(...notes.map((note) => made("li", "", note)));
    const unit = selected();
    el["go-here"].hidden = !moveOf(unit);
    const fitting = choices.filter((one) => !one.units.length || one.units.includes(unit));
    el["game-choices"].replaceChildren(...fitting.map(entry));
    el["game-units"].replaceChildren(...(unit && fitting.some((one) => one.units.length) ? [] : chips()));
  }

  /** @param {Choice} one */
  function entry(one) {
    const item = made("li");
    const text = withNames(one.text);
    const declare = /** @type {HTMLButtonElement} */ (made("button", "declare", text));
    const odds = /** @type {HTMLButtonElement} */ (made("button", "odds", "Odds?"));
    declare.type = odds.type = "button";
    declare.addEventListener("click", () => send(one));
    odds.setAttribute("aria-label", `Odds of ${text}`);
    odds.addEventListener("click", () => trying(async () => {
      const { sentence } = await call("POST", path("game", "odds"), { side: go.to_act, action: one.action });
      item.querySelector(".odds-told")?.remove();
      item.append(made("p", "odds-told quiet", withNames(sentence)));
    }));
    item.append(declare, odds);
    return item;
  }

  /** @param {string} unit */
  const moveOf = (unit) => choices.find(({ units, action }) => unit && units.includes(unit) && ("to" in action || "path" in action));

  function chips() {
    const counts = new Map();
    for (const { units } of choices) for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + 1);
    return [...counts].map(([unit, count]) => {
      const button = /** @type {HTMLButtonElement} */ (made("button", "", `${nameOf(unit)} (${count})`));
      button.type = "button";
      button.addEventListener("click", () => select(unit));
      return button;
    });
  }

  /** @param {Choice} one */
  const send = (one) => declared("actions", { action: one.action });

  /** @param {string} route @param {object} what */
  const declared = (route, what) => trying(async () => {
    try {
      const { declared: actions, told, stopped } = await call("POST", once(path("game", route), go.revision), { side: go.to_act, ...what });
      if (actions && !actions.length) throw new Error([...told, stopped].filter(Boolean).join(" "));
    } finally {
      await Promise.all([read(), done()]);
    }
  });

  /** @param {string} method @param {string[]} where @param {object} [body] */
  const step = (method, where, body) => () => trying(async () => {
    try {
      await call(method, once(path("game", ...where), go.revision), body);
    } finally {
      await Promise.all([read(), done()]);
    }
  });

  el["game-undo"].addEventListener("click", step("DELETE", ["actions", "last"]));
  el["game-redo"].addEventListener("click", step("POST", ["actions", "redo"]));
  el["game-agree"].addEventListener("click", step("POST", ["asked"], { agrees: true }));
  el["game-decline"].addEventListener("click", step("POST", ["asked"], { agrees: false }));

  /** @param {[number, number]} px */
  const goTo = (px, unit = selected()) => declared("go", { units: [unit], to_px: px });

  return { read, show, goTo, isOn: () => Boolean(go) };
}
