// Answers as they lie on the map: local items, which this browser alone shows. They come off as soon as a piece moves.

import { call, onItems, ready } from "./room.js";

const OURS = "io.blindhex/answer";
const SEEN = new Set(["CHARACTER", "MOUNT", "PROP", "DRAWING", "ATTACHMENT", "NOTE", "TEXT"]);

/** What an answer depends on: where items lie, how they are turned, and what they say. */
export function positionOf(items) {
  const told = items.filter(({ layer }) => SEEN.has(layer)).map(({ id, position, rotation, visible, name, text, metadata }) => {
    return [id, position, rotation, visible, name, text?.plainText, metadata];
  });
  return JSON.stringify(told.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Lay an answer in the place of the older one. */
export async function lay(items) {
  await clear();
  const user = await ready;
  const now = new Date().toISOString();
  const whole = items.map((item) => ({ ...item, createdUserId: user, lastModified: now, lastModifiedUserId: user }));
  before ??= await positionNow(); // this page may have been opened before the scene
  if (whole.length) await call("OBR_SCENE_LOCAL_ADD_ITEMS", { items: whole });
}

/** Remove the answer. */
export async function clear() {
  const { items } = await call("OBR_SCENE_LOCAL_GET_ALL_ITEMS");
  const ids = items.filter(({ metadata }) => metadata?.[OURS]).map(({ id }) => id);
  if (ids.length) await call("OBR_SCENE_LOCAL_DELETE_ITEMS", { ids });
}

async function positionNow() {
  return positionOf((await call("OBR_SCENE_ITEMS_GET_ALL_ITEMS")).items);
}

let before = null;
onItems((items) => {
  const now = positionOf(items);
  if (before !== null && now !== before) clear();
  before = now;
});
positionNow().then((now) => (before ??= now), () => {});
