// The operations of the umpire's reply, applied to a scene. Only what carries our flag is ever replaced or removed.

import { showTo } from "./private_answers.mjs";
import { OURS, secretWord, sizeOf, tableOf } from "./table.mjs";

/** The scene has changed since the umpire looked at it; he is asked again. */
export class Stale extends Error {}

const done = new Set();

/** Apply operations in order. `whisperTo` gives the ids of the users who hear what is for somebody (none: everybody). */
export async function apply(scene, operations, whisperTo) {
  for (const operation of operations) {
    if (done.has(operation.op_id)) continue;
    if (operation.revision && tableOf(scene).source.revision !== operation.revision) throw new Stale();
    const act = ACTS[operation.op];
    if (!act) throw new Error(`The umpire wants "${operation.op}" done, which this module does not know; update it.`);
    await act(scene, operation, whisperTo);
    done.add(operation.op_id);
  }
}

/** Text as HTML that shows it: a token's name cannot become markup. */
export function escaped(text) {
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return String(text).replace(/[&<>"']/g, (sign) => signs[sign]);
}

const ACTS = {
  "piece.move": movePiece,
  "piece.mark": markPiece,
  "overlay.put": putOverlay,
  "overlay.clear": clearOverlay,
  say,
};

async function movePiece(scene, { piece, to_px, facing_deg, op_id }) {
  const token = tokenOf(scene, piece);
  const { sceneX, sceneY } = scene.dimensions;
  const plain = token.toObject();
  const [width, height] = sizeOf(plain, scene.grid);
  const x = Math.floor(to_px[0] + sceneX - width / 2 + 0.5);
  const y = Math.floor(to_px[1] + sceneY - height / 2 + 0.5);
  const ours = { op_id, place: { x, y, at_px: to_px } };
  const changes = { x, y, flags: { [OURS]: ours } };
  if (facing_deg !== undefined) {
    const turn = plain.flags?.[OURS]?.art === "north" ? 0 : 180;
    changes.rotation = (((facing_deg + turn) % 360) + 360) % 360;
    ours.facing = { deg: facing_deg, rotation: changes.rotation };
  }
  // From version 13 on a token walks where an update puts it, and walls stop it; one that is displaced goes through.
  if (token.move && (plain.x !== x || plain.y !== y)) await token.move({ x, y, action: "displace" });
  await token.update(changes);
}

async function markPiece(scene, { piece, marks, op_id }) {
  const token = tokenOf(scene, piece);
  const changed = Object.fromEntries(Object.entries(marks).map(([name, value]) => (value === null ? removed(name) : [name, value])));
  await token.update({ flags: { [OURS]: { marks: changed, op_id } } });
  for (const [name, value] of Object.entries(marks)) {
    const isKnown = CONFIG.statusEffects.some((effect) => effect.id === name);
    if (isKnown && token.actor) await token.actor.toggleStatusEffect(name, { active: value === true });
  }
}

/** A key taken off in an update: version 14 has a value for that, and drops "-=" with version 16. */
function removed(name) {
  const ForcedDeletion = globalThis.foundry?.data?.operators?.ForcedDeletion;
  return ForcedDeletion ? [name, new ForcedDeletion()] : [`-=${name}`, null];
}

async function putOverlay(scene, operation, whisperTo) {
  const { tag, title, legend, revision, op_id, png_base64, at_px, size_px, to } = operation;
  if (to) return showPrivately(scene, operation, whisperTo(to));
  const src = await uploaded(`${scene.id}-${tag}.png`, png_base64);
  const tile = {
    ...boxOf(scene, at_px, size_px),
    locked: true,
    // Up to version 13 a tile's x and y are its corner; from 14 on they are this point of it, the middle if none is named.
    texture: { src, anchorX: 0, anchorY: 0 },
    flags: { [OURS]: { owner: OURS, tag, title, legend, revision: revision ?? "", op_id } },
  };
  const [first, ...more] = ourTiles(scene, tag);
  if (first) await scene.updateEmbeddedDocuments("Tile", [{ _id: first.id, ...tile }]);
  else await scene.createEmbeddedDocuments("Tile", [tile]);
  if (more.length) await scene.deleteEmbeddedDocuments("Tile", more.map((one) => one.id));
}

/** Draw a picture on the canvases of those it is for; those it cannot be sent to get a whisper. */
async function showPrivately(scene, { tag, title, revision, op_id, png_base64, at_px, size_px }, ids) {
  const users = game.users.filter((user) => ids.includes(user.id));
  const src = `data:image/png;base64,${png_base64}`;
  const left = await showTo(users, { scene: scene.id, tag, revision: revision ?? "", src, ...boxOf(scene, at_px, size_px) });
  const there = left.filter((user) => user.active);
  if (!there.length) return;
  const shown = `<img src="${escaped(await uploaded(`${secretWord()}.png`, png_base64))}" alt="${escaped(title)}">`;
  const content = `<div data-blindhex="${escaped(op_id)}">${shown}</div>`;
  await ChatMessage.create({ content, whisper: there.map((user) => user.id), speaker: { alias: "Umpire" } });
}

function boxOf(scene, at_px, [width, height]) {
  const { sceneX, sceneY } = scene.dimensions;
  return { x: Math.round(at_px[0] + sceneX), y: Math.round(at_px[1] + sceneY), width, height };
}

/** Remove every answer that was laid for an older scene. */
export async function clearOlder(scene) {
  const now = tableOf(scene).source.revision;
  const older = scene.tiles.filter(({ flags }) => flags?.[OURS]?.owner === OURS && flags[OURS].revision && flags[OURS].revision !== now);
  if (older.length) await scene.deleteEmbeddedDocuments("Tile", older.map((tile) => tile.id));
}

async function clearOverlay(scene, { tag }) {
  const tiles = ourTiles(scene, tag);
  if (tiles.length) await scene.deleteEmbeddedDocuments("Tile", tiles.map((one) => one.id));
}

async function say(_, { text, to, op_id }, whisperTo) {
  const [first, ...more] = text.split("\n").map(escaped);
  const content = `<div data-blindhex="${escaped(op_id)}">${[`<strong>${first}</strong>`, ...more].join("<br>")}</div>`;
  await ChatMessage.create({ content, whisper: whisperTo(to), speaker: { alias: "Umpire" } });
}

/** Put a picture where the world keeps its files; the path ends in a part that makes browsers load it anew. */
async function uploaded(name, base64) {
  const picker = foundry.applications?.apps?.FilePicker?.implementation ?? FilePicker;
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  try {
    await picker.createDirectory("data", OURS);
  } catch (error) {
    if (!/exist/i.test(String(error?.message ?? error))) throw error;
  }
  const answer = await picker.upload("data", OURS, new File([bytes], name, { type: "image/png" }), {}, { notify: false });
  if (!answer?.path) throw new Error("Foundry did not take the picture; may this user upload files?");
  return `${answer.path}?v=${Date.now().toString(36)}`;
}

function ourTiles(scene, tag) {
  return scene.tiles.filter((tile) => tile.flags?.[OURS]?.owner === OURS && tile.flags[OURS].tag === tag);
}

function tokenOf(scene, id) {
  const token = scene.tokens.get(id);
  if (!token) throw new Error(`There is no token "${id}" on the scene any more.`);
  return token;
}
