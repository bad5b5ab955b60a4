// A choice in the list: a click declares it, pointing at it shows it on the map, and its odds are shown on request.

import { oddsLists } from "./card.js";
import { button, made } from "./parts.js";
import { call } from "./talk.js";

/** @typedef {import("./game.js").Choice} Choice */

const HURRY_MS = 400; // whoever clicks again within that time of a choice's appearing has not read it

/** @param {{path: (...steps: string[]) => string, toAct: () => string, send: (choice: Choice) => Promise<void>, light: (choice: Choice | null) => void,
 *   trying: (work: () => Promise<void>) => Promise<void>}} on */
export function makeChoiceEntry({ path, toAct, send, light, trying }) {
  /** @param {Choice} choice @param {string} text */
  function entry(choice, text) {
    const item = made("div", choice.way_px.length ? "choice goes" : "choice");
    const [declare, odds] = [button(text, "declare"), button(choice.way_px.length && text !== choice.text ? "%" : "odds", "odds plain")];
    declare.title = choice.text;
    odds.title = "Odds";
    odds.setAttribute("aria-label", `Odds of ${choice.text}`);
    for (const kind of ["pointerenter", "focus"]) declare.addEventListener(kind, () => light(choice));
    for (const kind of ["pointerleave", "blur"]) declare.addEventListener(kind, () => light(null));
    const shownAt = performance.now();
    declare.addEventListener("click", (event) => { if (event.detail < 2 || event.timeStamp - shownAt > HURRY_MS) send(choice); }); // a hasty second click is not meant for the choice that has appeared there
    odds.addEventListener("click", () => trying(async () => {
      const there = item.querySelector(".odds-told");
      there?.remove();
      if (!there) item.append(await oddsOf(choice));
    }));
    item.append(declare, odds);
    return item;
  }

  /** @param {Choice} choice */
  async function oddsOf(choice) {
    const { sentence, ruling } = await call("POST", path("game", "odds"), { side: toAct(), action: choice.action });
    const told = made("div", "odds-told");
    const [head, ...reasons] = sentence.replace(/\nOdds[^]*/, "").split("\n"); // the odds are drawn
    told.append(made("p", "", head));
    if (ruling.odds?.length) told.append(...oddsLists(ruling.odds));
    for (const one of ruling.cases ?? []) told.append(made("p", "quiet", one.condition), ...oddsLists(one.odds));
    if (reasons.length) told.append(made("p", "quiet reasons", reasons.join("\n")));
    return told;
  }

  return entry;
}
