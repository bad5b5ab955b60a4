// The umpire in Owlbear Rodeo: what is typed is sent, with the scene as this user's browser has it, to the server of this page.

import { clear, lay, positionOf } from "./answers.js";
import { call, roomId } from "./room.js";

const UNIT = "io.blindhex/unit";
const A1 = "A1";
const TIMES_ASKED = 3;
const KEPT = `blindhex ${roomId}`;

const answer = document.getElementById("answer");
const fields = (id) => Object.fromEntries([...document.querySelectorAll(`#${id} input`)].map((input) => [input.name, input]));
const game = fields("game");
const drawer = openDrawer();
const kept = JSON.parse(drawer?.getItem(KEPT) ?? "{}");

for (const [name, input] of Object.entries(game)) {
  if (name !== "file") input.value = kept[name] ?? "";
  input.addEventListener("change", () => told(() => keep(name, input)));
}
document.getElementById("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  told(() => ask(fields("ask").words.value));
});
for (const button of document.querySelectorAll("#ask button")) button.addEventListener("click", () => told(() => ask(button.dataset.word)));
document.querySelector("#unit button").addEventListener("click", () => told(write));
document.querySelector("#ask fieldset").disabled = false; // Enter before this would send the form off by itself

async function keep(name, input) {
  if (name === "file") kept.document = input.files.length ? JSON.parse(await input.files[0].text()) : undefined;
  else kept[name] = input.value.trim();
  drawer?.setItem(KEPT, JSON.stringify(kept));
}

/** The browser's storage; null where it keeps nothing for a page in a frame: the game then lasts as long as the page. */
function openDrawer() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Ask, and once more if a piece has moved before the answer was there. */
async function ask(typed, time = 1) {
  const words = /^\s*[!/]/.test(typed) ? typed : `!${typed.trim()}`;
  await sceneOpen();
  const items = await itemsSeen();
  const { selection } = await call("OBR_PLAYER_GET_SELECTION");
  const body = {
    format: "blindhex-owlbear/1", words, id: crypto.randomUUID(), items, grid: await gridOf(items), selected: selection ?? [],
    game: kept.document ?? (kept.game || "mill-crossing"), book: kept.book ?? "", side: kept.side ?? "",
  };
  const response = await fetch("umpire", { method: "POST", body: JSON.stringify(body) });
  const given = await response.json();
  if (!response.ok) throw new Error(given.error);
  if (positionOf(await itemsSeen()) !== positionOf(items)) {
    if (time === TIMES_ASKED) throw new Error("The pieces will not stand still; ask again when they do.");
    return ask(typed, time + 1);
  }
  answer.textContent = given.said.join("\n");
  if (given.items.length) await lay(given.items);
  else if (given.clears) await clear();
}

/** That a scene is open: before, Owlbear Rodeo refuses whatever is asked about one. */
async function sceneOpen() {
  const { ready } = await call("OBR_SCENE_IS_READY");
  if (!ready) throw new Error("No scene is open in this room; open one, then ask again.");
}

/** The items that this user may see: what a game master hides is not asked about by players. */
async function itemsSeen() {
  const [{ items }, { role }] = await Promise.all([call("OBR_SCENE_ITEMS_GET_ALL_ITEMS"), call("OBR_PLAYER_GET_ROLE")]);
  return role === "GM" ? items : items.filter(({ visible }) => visible);
}

/** The grid; where the middle of the hex A1 is, Owlbear Rodeo itself says. */
async function gridOf(items) {
  const [{ dpi }, { type }] = await Promise.all([call("OBR_SCENE_GRID_GET_DPI"), call("OBR_SCENE_GRID_GET_TYPE")]);
  const corner = items.find(({ name }) => name === A1);
  if (!corner || !type.startsWith("HEX")) return { dpi, type };
  const asked = { position: corner.position, snappingSensitivity: 1, useCorners: false, useCenter: true };
  return { dpi, type, a1: (await call("OBR_SCENE_GRID_SNAP_POSITION", asked)).position };
}

/** Write what the selected items are into their metadata. */
async function write() {
  await sceneOpen();
  const { type, side, conditions } = fields("unit");
  const { selection } = await call("OBR_PLAYER_GET_SELECTION");
  if (!selection?.length) throw new Error("Select an item first.");
  const listed = conditions.value.split(",").map((word) => word.trim()).filter(Boolean);
  const { items } = await call("OBR_SCENE_ITEMS_GET_ITEMS", { ids: selection });
  const updates = items.map((item) => {
    const unit = { ...item.metadata[UNIT], type: type.value.trim(), side: side.value.trim(), conditions: listed };
    return { id: item.id, type: item.type, metadata: { ...item.metadata, [UNIT]: unit } };
  });
  await call("OBR_SCENE_ITEMS_UPDATE_ITEMS", { updates });
  answer.textContent = `${updates.length} written.`;
}

async function told(act) {
  try {
    await act();
  } catch (error) {
    answer.textContent = error.message;
  }
}
