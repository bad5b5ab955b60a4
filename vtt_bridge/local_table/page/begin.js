// A new game from the page: the same scenario with new dice, or another bundled one. The earlier game is kept.

import { fill } from "./parts.js";
import { table } from "./scene.js";
import { call, fromNoSeat, seat } from "./talk.js";

/** @typedef {{name: string, title: string}} Bundled */

/**
 * @param {Record<string, any>} el
 * @param {{path: (...steps: string[]) => string, trying: (work: () => Promise<unknown>) => Promise<void>, begun: (scene: string) => Promise<unknown>}} on
 */
export function newGame(el, { path, trying, begun }) {
  let isFilled = false;
  let isEnded = false;

  // The bundled scenarios are asked for once somebody looks.
  el["game-new"].addEventListener("toggle", () => trying(async () => {
    if (isFilled || !el["game-new"].open) return;
    isFilled = true;
    /** @type {{scenarios: Bundled[]}} */
    const { scenarios } = await call("GET", "/api/drafts");
    fill(el["new-of"], [["", "this scenario again"], ...scenarios.map(({ name, title }) => /** @type {[string, string]} */ ([name, title.split(" (")[0]]))]);
  }));

  el["new-form"].addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    trying(async () => {
      const name = el["new-of"].value;
      const other = name && await call("GET", `/api/drafts/scenario/${encodeURIComponent(name)}`);
      const { scene } = other ? await call("POST", "/api/drafts/game", other, fromNoSeat) : await call("POST", path("game", "again"));
      el["game-new"].open = false;
      await begun(scene);
    });
  });

  return {
    /** It is unfolded once a game is over; the record, which holds every secret, is for the umpire alone until then. @param {boolean} mayBegin @param {boolean} isOver */
    show(mayBegin, isOver) {
      el["game-new"].hidden = !mayBegin;
      el["game-record"].hidden = !isOver && !["", "umpire"].includes(seat.name);
      el["game-record"].href = path("game", "log");
      el["game-record"].download = `${table.id}.log`;
      if (isOver !== isEnded) el["game-new"].open = isOver;
      isEnded = isOver;
    },
  };
}
