// Runs the module in the stub, told by module_player.mjs what to do; says what came of it.

import { File } from "node:buffer";
import { webcrypto } from "node:crypto";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { World } from "./foundry_stub.mjs";

const { module, scene, dimensions, server, origin, steps, version } = workerData;

const USERS = [
  { id: "gm", name: "Gamemaster", isGM: true, active: true },
  { id: "ann", name: "Ann", isGM: false, active: true },
  { id: "eve", name: "Eve", isGM: false, active: true },
  ...(JSON.stringify(steps).includes("Helper") ? [{ id: "helper", name: "Helper", isGM: true, active: false }] : []),
];

// Every browser has these; Node has them everywhere from 20 on.
globalThis.crypto ??= webcrypto;
globalThis.File ??= File;
const fetched = globalThis.fetch;
// A browser says where a page comes from, and lets it read only what it was allowed to.
globalThis.fetch = async (url, request = {}) => {
  world.inFlight += 1;
  const asked = fetched(url, { ...request, headers: { ...request.headers, Origin: origin } });
  const response = await asked.finally(() => (world.inFlight -= 1));
  if (response.headers.get("access-control-allow-origin") !== origin) throw new TypeError("Failed to fetch");
  return response;
};

const world = new World(scene, USERS, { dimensions, version }).as("Gamemaster");
const load = (file) => import(pathToFileURL(`${module}/scripts/${file}`).href);
const { tableOf } = await load("table.mjs");
const { apply } = await load("apply.mjs");
await load("blindhex.mjs");
world.call("init");
world.systemRulers();
world.call("setup");
world.isReady = true;
if (server) await game.settings.set("blindhex", "server", server);
const answers = [];
for (const [who, what, ...rest] of steps) {
  world.as(who);
  if (what === "type") await world.type(rest[0]);
  else if (what === "set") await game.settings.set("blindhex", ...rest);
  else if (what === "count") answers.push(world.tiles.length);
  else if (what === "table") answers.push(tableOf(world.scene));
  else if (what === "apply") await apply(world.scene, rest[0], () => []);
  else if (what === "ready") world.call("ready"), await world.settle();
  else if (what === "refused") answers.push(await refusal(() => (rest[0] ? apply(world.scene, rest[0], () => []) : tableOf(world.scene))));
  else if (what === "buttons") {
    const old = [{ name: "token", tools: [] }];
    const now = { tokens: { tools: {} } };
    world.call("getSceneControlButtons", world.version < 13 ? old : now);
    answers.push([...old[0].tools.map((tool) => tool.name), ...Object.keys(now.tokens.tools)]);
  } else if (what === "active") for (const [user, isActive] of Object.entries(rest[0])) world.users.find((one) => one.name === user).active = isActive;
  else if (what === "move") {
    await world.scene.tokens.get(rest[0]).update({ x: rest[1], y: rest[2] });
    await world.settle();
  } else if (what === "drawn") answers.push([canvas.blindhex.children.map(({ answer, x, y }) => [answer.tag, x, y]), world.drawn]);
  else if (what === "drag") {
    world.drag(...rest);
    await world.settle();
    const { ruler } = canvas.tokens.placeables.find(({ document }) => document.id === rest[0]);
    answers.push(ruler.shown);
  } else if (what === "measure") {
    const ruler = (canvas.ruler ??= new CONFIG.Canvas.rulerClass(game.user));
    ruler.path = rest[0];
    await world.settle();
    answers.push(ruler.shown);
  } else if (what === "query") {
    answers.push((await world.users.get(rest[0]).query(rest[1], { scene: world.scene.id, ...rest[2] })) ?? null);
    await world.settle();
  } else if (what === "classes") {
    answers.push([CONFIG.Token.rulerClass?.name ?? "", CONFIG.Canvas.rulerClass.name, Object.keys(CONFIG.queries ?? {})]);
  } else if (what === "key") {
    select(rest[1], rest[2]);
    answers.push(world.keys[rest[0]].onDown({}));
    await world.settle();
  } else if (what === "panel") {
    await game.modules.get("blindhex").openPanel();
    const shown = Object.getPrototypeOf(world.menus["blindhex.panel"]?.type ?? Object)?.shown;
    answers.push(shown?.element.innerHTML ?? "");
    if (rest[0]) await shown.submit(rest[0]), await world.settle();
  } else if (what === "hud") {
    const token = world.scene.tokens.get(rest[0]);
    const added = [];
    const root = { querySelector: () => ({ append: (button) => added.push(button) }) };
    const hud = world.version < 13 ? { object: { document: token } } : { document: { object: { document: token } } };
    world.call("renderTokenHUD", hud, world.version < 13 ? [root] : root, {}, {});
    added[0].click();
    await world.settle();
  } else if (what === "press") {
    select(rest[1], rest[2]);
    world.press(rest[0]);
    if (rest[3]) canvas.stage.click(...rest[3]);
    await world.settle();
  } else throw new Error(`no such step: ${what}`);
}
const files = Object.fromEntries(Object.entries(world.files).map(([path, bytes]) => [path, bytes.toString("base64")]));
const said = world.said.map(({ author, content, whisper, flags }) => ({ author: author.id, content, whisper, flags }));
parentPort.postMessage(
  JSON.stringify({ answers, said, notes: world.notes, tiles: world.tiles, tokens: world.scene.tokens, files, flags: world.scene.flags, sent: world.sent }),
);

function select(selected, targeted) {
  const token = (id) => ({ document: world.scene.tokens.get(id) });
  canvas.tokens.controlled = selected ? [token(selected)] : [];
  game.user.targets.clear();
  if (targeted) game.user.targets.add(token(targeted));
}

async function refusal(act) {
  try {
    await act();
    return null;
  } catch (error) {
    return error.message;
  }
}
