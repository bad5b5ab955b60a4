// What it costs a token to go anywhere, for Foundry's own rulers (version 13 on). A player's browser asks whoever answers; a
// query does not say whose it is, so the reach goes to the player it was asked for, and never back to whoever asked.

import { ask } from "./server.mjs";
import { nameOfPiece, OURS, secretWord, sideOfPiece, tableOf } from "./table.mjs";

const ASK = `${OURS}.reach`;
const TELL = `${OURS}.cost`;
const WAIT_MS = 60_000;

const known = new Map();
const awaited = new Map();
let answering = () => null;
let sideAsking = () => "";

/** Let browsers ask and get answers. `umpire` gives the user who answers, `side` whose knowledge a user may ask for, or throws. */
export function prepareReaches({ umpire, side }) {
  [answering, sideAsking] = [umpire, side];
  CONFIG.queries[ASK] = answer;
  CONFIG.queries[TELL] = ({ word, ...told }) => awaited.has(word) && Boolean(awaited.set(word, told));
}

/** The reach of a token, null while it is not known: the first call asks for it, and `heard` is called once it is there. */
export function reachOf(token, heard) {
  if (!game.settings.get(OURS, "words").includes("reach")) return null;
  if (!known.has(token.id)) {
    const asked = { reach: null };
    known.set(token.id, asked);
    wanted(token).then(
      (reach) => {
        asked.reach = reach;
        heard();
      },
      (error) => console.warn(`Blindhex: ${error.message}`),
    );
  }
  return known.get(token.id).reach;
}

/** The reach of a token, if it is known; nothing is asked. */
export function knownReach(token) {
  return known.get(token.id)?.reach ?? null;
}

/** Forget the reach of a token, or of all: the next drag asks anew. */
export function forget(token) {
  if (token) known.delete(token.id);
  else known.clear();
}

/** What a place costs, a hex by its name or [x, y] in inches, in the words of a label; null if it is out of reach. */
export function costAt(reach, place) {
  return typeof place === "string" ? costOfHex(reach, place) : costInInches(reach, place);
}

function costOfHex(reach, hex) {
  return hex in reach.cost ? label(reach, String(reach.cost[hex]), hex) : null;
}

/**
 * On a table the exact edges of the reach say what is out of reach. The cost of a place within comes from the spots around it,
 * whose costs are known, or else from the edge that it is within.
 */
function costInInches(reach, [x, y]) {
  const { cost, regions } = reach;
  const holds = (ring) => new PIXI.Polygon(ring.flat()).contains(x, y);
  const band = regions.findIndex(({ polygons }) => polygons.some(([outer, ...holes]) => holds(outer) && !holes.some(holds)));
  if (band < 0) return null;
  const [left, top] = [x, y].map((inches) => Math.floor(inches - 0.5) + 0.5);
  const [across, down] = [x - left, y - top];
  const spot = (right, under) => `${left + right},${top + under}`;
  const around = [spot(0, 0), spot(1, 0), spot(0, 1), spot(1, 1)];
  const nearest = spot(Math.round(across), Math.round(down));
  const most = regions[band].within;
  if (!around.every((one) => one in cost)) return label(reach, `≤ ${tenths(most)}`, nearest);
  const weights = [(1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down];
  const between = around.reduce((sum, one, k) => sum + weights[k] * cost[one], 0);
  return label(reach, `≈ ${tenths(Math.max(regions[band - 1]?.within ?? 0, Math.min(most, between)))}`, nearest);
}

function label({ measure, provisos }, total, place) {
  return { total, units: place in provisos ? `${measure} ?` : measure };
}

function tenths(number) {
  return String(Math.round(number * 10) / 10);
}

async function wanted({ id, parent }) {
  const umpire = answering();
  if (!umpire) throw new Error("No game master is there to ask the umpire.");
  if (umpire.id === game.user.id) return worked(game.user, parent.id, id);
  const word = secretWord();
  awaited.set(word, {});
  try {
    await umpire.query(ASK, { word, user: game.user.id, scene: parent.id, token: id }, { timeout: WAIT_MS });
    const { reach, why } = awaited.get(word);
    if (!reach) throw new Error(why ?? `${umpire.name} does not answer.`);
    return reach;
  } finally {
    awaited.delete(word);
  }
}

async function answer({ word, user, scene, token }) {
  const author = game.users.get(user);
  if (!author?.active || answering()?.id !== game.user.id) return false;
  const told = await worked(author, scene, token).then((reach) => ({ reach }), (error) => ({ why: error.message }));
  return author.query(TELL, { word, ...told }, { timeout: WAIT_MS });
}

/** The reach of a token if the user may know it: one of his own side's, or any if he may know all. */
async function worked(author, scene, token) {
  if (canvas?.scene?.id !== scene) throw new Error("The umpire has another scene before him.");
  const side = sideAsking(author);
  const table = tableOf(canvas.scene);
  const piece = table.pieces.find(({ id }) => id === token);
  if (!piece) throw new Error("That token is no unit of the game.");
  if (side && sideOfPiece(piece) !== side) throw new Error("That token is another side's.");
  const words = `/reach "${nameOfPiece(piece)}"`;
  const { ruling, sentence } = await ask(table, { words, side, to: side ? "" : author.id, asker: author.id, id: `${OURS}-ruler` });
  if (ruling?.verdict.kind !== "reach") throw new Error(sentence);
  const { measure, cost, provisos, regions } = ruling.verdict;
  return { measure, cost, provisos, regions };
}
