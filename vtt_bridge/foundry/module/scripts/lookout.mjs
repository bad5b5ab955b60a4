// Watches hidden and concealed units: when a token's move brings one of them into sight, its own side is told,
// with the ruling. Whether it is revealed the players decide, or the record where a game is played.

import { ask } from "./server.mjs";
import { nameOfPiece, OURS, sideOfPiece, tableOf } from "./table.mjs";

const SECRET = ["hidden", "concealed"];
const UNSEEN = ["blocked", "blind"];

const inSight = new Set();

/** Ask for each pair that a move may have brought into sight of each other; `tell` gets a side and what to say to it. */
export async function lookOut(scene, moved, tell) {
  const table = tableOf(scene);
  const mover = table.game && table.pieces.find(({ id }) => id === moved);
  if (!mover) return;
  const enemies = table.pieces.filter((piece) => sideOfPiece(piece) && sideOfPiece(piece) !== sideOfPiece(mover));
  const pairs = isSecret(mover)
    ? enemies.filter((enemy) => !isSecret(enemy)).map((enemy) => [enemy, mover])
    : enemies.filter(isSecret).map((enemy) => [mover, enemy]);
  for (const [viewer, secret] of pairs) {
    const pair = `${scene.id} ${viewer.id} ${secret.id}`;
    const question = { ask: "los", who: nameOfPiece(viewer), target: nameOfPiece(secret), id: `${OURS}-lookout` };
    const { ruling, sentence } = await ask(table, question);
    if (UNSEEN.includes(ruling.verdict.visibility)) inSight.delete(pair);
    else if (!inSight.has(pair)) {
      inSight.add(pair);
      await tell(sideOfPiece(secret), sentence);
    }
  }
}

function isSecret({ hidden, unit, marks }) {
  return hidden || SECRET.some((word) => marks[word] === true || unit.conditions?.includes(word));
}
