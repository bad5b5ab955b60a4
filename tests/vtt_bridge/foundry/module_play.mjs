// Runs the module in the stub, told what to do by a JSON document on standard input; prints what came of it.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { World } from "./foundry_stub.mjs";

const { module, scene, dimensions, server, origin, steps } = JSON.parse(readFileSync(0, "utf8"));

const USERS = [
  { id: "gm", name: "Gamemaster", isGM: true, active: true },
  { id: "ann", name: "Ann", isGM: false, active: true },
  { id: "eve", name: "Eve", isGM: false, active: true },
];

const fetched = globalThis.fetch;
// A browser says where a page comes from, and lets it read only what it was allowed to.
globalThis.fetch = async (url, request = {}) => {
  world.inFlight += 1;
  const asked = fetched(url, { ...request, headers: { ...request.headers, Origin: origin } });
  const response = await asked.finally(() => (world.inFlight -= 1));
  if (response.headers.get("access-control-allow-origin") !== origin) throw new TypeError("Failed to fetch");
  return response;
};

const world = new World(scene, USERS, { dimensions }).as("Gamemaster");
const load = (file) => import(pathToFileURL(`${module}/scripts/${file}`).href);
const { tableOf } = await load("table.mjs");
const { apply } = await load("apply.mjs");
await load("blindhex.mjs");
world.call("init");
if (server) await game.settings.set("blindhex", "server", server);
const answers = [];
for (const [who, what, ...rest] of steps) {
  world.as(who);
  if (what === "type") await world.type(rest[0]);
  else if (what === "table") answers.push(tableOf(world.scene));
  else if (what === "apply") await apply(world.scene, rest[0], () => []);
  else if (what === "ready") world.call("ready"), await world.settle();
  else if (what === "refused") answers.push(await refusal(() => (rest[0] ? apply(world.scene, rest[0], () => []) : tableOf(world.scene))));
  else if (what === "buttons") {
    const old = [{ name: "token", tools: [] }];
    const now = { tokens: { tools: {} } };
    world.call("getSceneControlButtons", old);
    world.call("getSceneControlButtons", now);
    answers.push([old[0].tools.map((tool) => tool.name), Object.keys(now.tokens.tools)]);
  } else if (what === "press") {
    const controls = { tokens: { tools: {} } };
    world.call("getSceneControlButtons", controls);
    const token = (id) => ({ document: world.scene.tokens.get(id) });
    if (rest[1]) canvas.tokens.controlled = [token(rest[1])];
    game.user.targets.clear();
    if (rest[2]) game.user.targets.add(token(rest[2]));
    controls.tokens.tools[rest[0]].onChange();
    await world.settle();
  } else throw new Error(`no such step: ${what}`);
}
const files = Object.fromEntries(Object.entries(world.files).map(([path, bytes]) => [path, bytes.toString("base64")]));
const said = world.said.map(({ author, content, whisper, flags }) => ({ author: author.id, content, whisper, flags }));
process.stdout.write(
  JSON.stringify({ answers, said, notes: world.notes, tiles: world.tiles, tokens: world.scene.tokens, files, flags: world.scene.flags }),
);

async function refusal(act) {
  try {
    await act();
    return null;
  } catch (error) {
    return error.message;
  }
}
