// The umpire's view: what each side sees, side by side, and who has come into sight of whom.

import { hear } from "./hearing.js";
import { made } from "./parts.js";
import { call, isOutdated } from "./talk.js";
import { themeSwitch } from "./theme.js";

/** @typedef {{seer: string, seen: string}} Sight */

let scene = decodeURIComponent(location.hash.slice(1));
const path = () => `/api/scenes/${encodeURIComponent(scene)}`;
/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {{seat: string, name: string}} side @param {number} number */
function mapOf({ seat, name }, number) {
  const map = made("section");
  map.dataset.side = String((number % 4) + 1);
  const frame = /** @type {HTMLIFrameElement} */ (made("iframe"));
  frame.title = `Seen by: ${name}`;
  frame.src = `./?${new URLSearchParams({ screen: "fit", seat })}#${encodeURIComponent(scene)}`;
  map.append(made("h2", "", name), frame);
  return map;
}

let lasting = ""; // a message that stays until the page is loaded anew
/** @param {Error} error */
const tell = (error) => { byId("trouble").textContent = error.message; };

async function read() {
  try {
    const game = await call("GET", `${path()}/game`);
    const sights = game.actions ? await call("GET", `${path()}/game/record/${game.actions}/sights`) : { gained: [], lost: [] };
    byId("moment").textContent = `${game.moment}. ${game.result ?? game.due}.`;
    const entry = (/** @type {string} */ kind) => (/** @type {Sight} */ one) => made("li", kind, `${one.seer} sees ${one.seen}`);
    const told = [...sights.gained.map(entry("")), ...sights.lost.map(entry("lost"))];
    byId("sight-list").replaceChildren(...(told.length ? told : [made("li", "quiet", "Nobody new.")]));
    byId("trouble").textContent = lasting;
  } catch (error) {
    tell(/** @type {Error} */ (error));
  }
}

async function start() {
  themeSwitch(byId("theme"));
  if (!scene) {
    const { scenes } = await call("GET", "/api/scenes");
    if (!scenes.length) throw new Error("No scene lies on this table yet: start it with blindhex serve SCENARIO.");
    scene = scenes[0].id;
  }
  /** @type {HTMLAnchorElement} */ (byId("to-table")).href = `./#${encodeURIComponent(scene)}`;
  const { name, game } = await call("GET", path());
  byId("title").textContent = name;
  const { seats } = await call("GET", `${path()}/seats`);
  byId("maps").replaceChildren(...seats.filter((/** @type {{seat: string}} */ one) => game?.sides?.includes(one.seat)).map(mapOf));
  hear(`${path()}/events`, {
    opened: async () => {
      if (await isOutdated()) lasting = "The table was updated meanwhile: load this page anew.";
      await read();
    },
    lost: (isRefused) => {
      byId("trouble").textContent = "connection lost, trying again";
      if (isRefused) call("GET", path()).catch(tell); // the table says why, or a server before it that it is closed
    },
    happened: { game: read },
  });
}

start().catch(tell);
