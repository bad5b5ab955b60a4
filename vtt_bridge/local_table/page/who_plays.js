// Who plays each side: people, or one of the computer players.

import { fill, made } from "./parts.js";
import { sideName } from "./scene.js";
import { call } from "./talk.js";

/** Who may play a side, by the table's names for them. @type {Record<string, string>} */
const PLAYERS = { "": "a person", careful: "computer: careful", search: "computer: thinks ahead", random: "computer: by chance" };

/**
 * @param {Record<string, any>} el
 * @param {{path: (...steps: string[]) => string, side: () => string, trying: (work: () => Promise<void>) => Promise<void>,
 *   sit: (side: string) => void, holds: (side: string) => boolean, changed: () => Promise<void>}} on  whether one sits on a side's seat too
 */
export function makeWhoPlays(el, { path, side, trying, sit, holds, changed }) {
  /** @type {Map<string, HTMLSelectElement>} */
  let choosers = new Map();

  /** @param {{sides: string[], players: Record<string, string>}} game */
  function show({ sides, players }) {
    const computers = sides.filter((one) => players[one]).map(sideName);
    el["players-words"].textContent = computers.length ? `Who plays: ${computers.join(" and ")} by the computer` : "Who plays";
    if (choosers.size !== sides.length || !sides.every((one) => choosers.has(one))) {
      choosers = new Map(sides.map((one) => [one, chooser(one)]));
      el["player-list"].replaceChildren(...[...choosers].map(([one, choice]) => {
        const label = made("label", "field");
        label.append(made("span", "", sideName(one)), choice);
        return label;
      }));
    }
    const decidesAlone = sides.some(holds) && sides.every((one) => holds(one) || players[one]);
    for (const [one, choice] of choosers) {
      choice.disabled = !decidesAlone && one !== side();
      const now = players[one] ?? "";
      if (![...choice.options].some((each) => each.value === now)) choice.add(new Option(`computer: ${now}`, now));
      choice.value = now;
    }
  }

  /** @param {string} one */
  function chooser(one) {
    const choice = /** @type {HTMLSelectElement} */ (made("select"));
    fill(choice, Object.entries(PLAYERS));
    choice.setAttribute("aria-label", `Who plays the ${sideName(one)}`);
    choice.addEventListener("change", () => trying(async () => {
      try {
        const { sides, players } = await call("PUT", path("game", "players", one), { player: choice.value });
        const people = sides.filter((/** @type {string} */ each) => !players[each]);
        if (!side() && people.length === 1 && players[one]) sit(people[0]);
      } finally {
        await changed();
      }
    }));
    return choice;
  }

  return { show };
}
