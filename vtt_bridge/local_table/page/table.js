// The page of the local table: puts its parts together and keeps them up with the table. It knows no rule and no grid.
// All words from the table reach the page through textContent alone.

import { makeAsking } from "./asking.js";
import { newGame } from "./begin.js";
import { makeCardPlaces } from "./card_places.js";
import { makeChat } from "./chat.js";
import { chosen } from "./chosen.js";
import { makeCounters } from "./counters.js";
import { gamePanel } from "./game.js";
import { makeGround } from "./ground.js";
import { hear } from "./hearing.js";
import { makeHover } from "./hover.js";
import { makeOverlays } from "./overlays.js";
import { makeMeanwhile } from "./meanwhile.js";
import { fill, saved } from "./parts.js";
import { makePointing } from "./pointing.js";
import { makeReplay } from "./replay.js";
import { looksOn, pieceOf, pieceOfUnit, playing, scenePath, table, unitId } from "./scene.js";
import { join, noSeat, seatsPanel } from "./seats.js";
import { makeRuler } from "./ruler.js";
import { makeScreen } from "./screen.js";
import { makeSheet } from "./sheet.js";
import { makeStage } from "./stage.js";
import { call, fromSeat, isOutdated, seat } from "./talk.js";
import { themeSwitch } from "./theme.js";
import { makeTour } from "./tour.js";
import { makeTray } from "./tray.js";

/** @typedef {import("./scene.js").Scene} Scene */

const LEAST_COUNTER_PX = 16; // a map too large for the window is panned rather than shrunk below this
const THUMB_COUNTER_PX = 34; // the same where one points with a finger
const wantedSeat = new URLSearchParams(location.search).get("seat");
const NARROW = matchMedia("(max-width: 800px)");
const [NO_SEAT, NOT_YOURS] = [401, 403];

/** @type {Record<string, any>} */
const el = Object.fromEntries([...document.querySelectorAll("[id]")].map((one) => [one.id, one]));
const reading = { ends: () => {}, looks: 0, shown: 0 };

let isOutOfReach = false; // whether the page says that the table does not answer
/** @param {() => Promise<unknown>} work */
async function trying(work) {
  try {
    await work();
    if (isOutOfReach) calm();
  } catch (error) {
    el["trouble-text"].textContent = /** @type {Error} */ (error).message;
    el.trouble.hidden = false;
    isOutOfReach = /** @type {any} */ (error).isOutOfReach ?? false;
  }
}
const calm = () => {
  el.trouble.hidden = true;
  isOutOfReach = false;
};

/** @param {string} id @param {object} change */
const move = (id, change) => trying(async () => {
  calm();
  try {
    await call("PATCH", scenePath("tokens", id), change);
  } finally {
    await readScene();
  }
});

// The parts of the page

const stage = makeStage({ stage: el.stage, world: el.world, marks: el.marks });
const ground = makeGround({ map: el.map, whole: el.whole, sharp: el.sharp }, stage);
const seats = seatsPanel(el, { path: scenePath, trying });
const chat = makeChat({ log: el["chat-log"], chat: el.chat, form: el["say-form"], say: el.say }, trying);
const overlays = makeOverlays(
  { looks: el.looks, shared: el.shared, box: el["on-map"], list: el["overlay-list"], clearAll: el["clear-all"] },
  { trying, read: readScene, taken: () => asking.taken() },
);
const places = makeCardPlaces(el, stage);
const asking = makeAsking(el, {
  stage, places, overlays, trying,
  move: (id, to) => move(id, { to }),
  read: async () => { await Promise.all([readScene(), chat.read()]); },
  isRuled: () => ruler.isOn,
});
const hover = makeHover({ stage: el.stage, card: el.hover }, stage, { chosen, mode: asking.mode, goalsAt: (px) => game.goalsAt(px), isOff: () => ruler.isOn });
const counters = makeCounters(el.tokens, stage, {
  chosen,
  mayAct: (one) => !replay.isOn && game.isMine(unitId(one)),
  choose,
  dragged: ({ piece, px }) => {
    hover.hide();
    if (game.isOn()) game.plan(unitId(piece), px, piece.at_px);
  },
  left: () => game.planEnds(),
  dropped: ({ piece, px }) => (game.isOn() ? game.goTo(px, unitId(piece)) : move(piece.id, { to_px: px, snap: true })),
});
const fresh = newGame(el, { path: scenePath, trying, begun: setUpAnew });
const sheet = makeSheet(el.sheet, el["sheet-handle"]);
const game = gamePanel(el, {
  toMap: sheet.lower,
  path: scenePath,
  side: playing,
  isRuled: () => ruler.isOn,
  endRuler: () => ruler.end(),
  selected: () => { const one = ruler.isOn ? null : pieceOf(chosen.piece); return one ? unitId(one) : ""; },
  select: (/** @type {string} */ unit) => {
    ruler.end();
    const one = pieceOfUnit(unit);
    if (one) chosen.take(one.id);
    else chosen.clear();
  },
  bring: (unit) => {
    const one = pieceOfUnit(unit);
    if (one) stage.show(one.at_px, ...coveredPx());
  },
  trying,
  stage,
  heard: () => { counters.show(); showTray(); showTitle(); },
  begins: (isOver) => fresh.show(seats.setsUp, isOver),
  holds: seats.holds,
  sit: (side) => {
    el.side.value = side;
    el.side.dispatchEvent(new Event("change"));
  },
  done: () => Promise.all([readScene(), chat.read()]),
});
const tray = makeTray(el.tray, {
  stage,
  ground: el.stage,
  take: (unit) => { game.take(unit); showTray(); },
  isTaken: (unit) => game.waits === unit,
  mayAct: (unit) => game.isMine(unit),
  dragged: (unit, px) => game.plan(unit, px),
  left: () => game.planEnds(),
  dropped: (unit, px) => game.goTo(px, unit),
});
/** How much of the map a phone covers: from below with the sheet or a card, from above with the first steps or what the colours mean. @returns {[number, number]} */
function coveredPx() {
  if (!NARROW.matches) return [0, 0];
  const lying = (/** @type {string[]} */ ...ids) => ids.map((id) => el[id]).filter((one) => !one.hidden).map((one) => one.getBoundingClientRect());
  const { top, bottom } = el.stage.getBoundingClientRect();
  return [
    Math.max(0, ...[sheet.topPx, ...lying("unit", "ruling").map((box) => box.top)].map((under) => bottom - under)),
    Math.max(0, ...lying("coach", "on-map").map((box) => box.bottom - top)),
  ];
}
const RULER_HINT = "Draw from a unit or place to another. Esc, or the ruler again, puts it away.";
const usualHint = el.hint.textContent;
function showTray() {
  tray.show(game.offers.waiting);
  places.beside();
  const isBare = game.offers.waiting.length && game.offers.offers.length && !table.now?.pieces.length;
  if (table.now) el.hint.textContent = ruler.isOn ? RULER_HINT : game.waits ? "Point at one of the marked places, or choose in the panel." : isBare ? game.offers.waiting.some((one) => game.isMine(one.id)) ? "Choose one of the units that wait in the panel." : "Begin with what the panel says is due." : usualHint;
}
const replay = makeReplay(el.replay, el["replay-open"], { path: scenePath, trying, redraw: show, leave: readScene });
const meanwhile = makeMeanwhile({ box: el.meanwhile, list: el["meanwhile-list"], marks: el.marks }, stage, { path: scenePath, side: playing });
const pointing = makePointing({ stage: el.stage, marks: el.marks, button: el["point-to-it"], told: el["pointed-told"] }, stage, { about: places.aboutPx, trying, staysPut: () => screen.isOn, coveredPx });
const screen = makeScreen(el, stage);
const ruler = makeRuler({ stage: el.stage, marks: el.marks, button: el.ruler, told: el["ruler-told"] }, stage, { chosen, counterAt: counters.at, hover, turned: showTray });
const tour = makeTour(el, { actions: () => game.actions });
themeSwitch(el.theme);

// Reading the table

async function start() {
  const refused = await join().then(() => "", (error) => error.message);
  const scenes = await listScenes().catch((error) => {
    if (error.status !== NO_SEAT) throw error;
    standUp(refused || error.message);
  });
  if (!scenes) return;
  const wanted = decodeURIComponent(location.hash.slice(1));
  const there = scenes.some((/** @type {{id: string}} */ one) => one.id === wanted);
  if (!scenes.length) {
    el.hint.hidden = false;
    el.hint.textContent = "No scene lies on this table yet: start it with blindhex serve SCENARIO.";
    return;
  }
  seat.name = wantedSeat ?? seat.name;
  await goTo(there ? wanted : scenes[0].id);
  if (refused) await trying(() => Promise.reject(new Error("That link is used up; you keep the seat that you have.")));
  if (!screen.isOn) tour.welcome();
}

/** @returns {Promise<{id: string, name: string}[]>} */
async function listScenes() {
  const { scenes } = await call("GET", "/api/scenes");
  fill(el.scenes, scenes.map((/** @type {{id: string, name: string}} */ one) => [one.id, one.name]));
  return scenes;
}

/** Shows a game that was begun now, on this scene or another, from all seats where this one is not played in it. @param {string} sceneId */
async function setUpAnew(sceneId) {
  await listScenes();
  if (sceneId !== table.id) seat.name = "";
  table.id = "";
  await goTo(sceneId);
}

/** @param {string} sceneId */
async function goTo(sceneId) {
  if (sceneId === table.id) return;
  Object.assign(table, { id: sceneId, now: null });
  el.scenes.value = sceneId;
  history.replaceState(null, "", `#${encodeURIComponent(sceneId)}`);
  await seats.read();
  if (!seat.name && wantedSeat === null) seat.name = el.side.value = seats.onePerson; // units that the computer hides are not shown
  sitDown();
}

// Looks at the scene from the seat that was chosen, and listens to its events.
function sitDown() {
  ruler.end();
  chosen.clear();
  for (const part of [chat, counters, meanwhile, overlays, pointing]) part.clear();
  document.body.classList.toggle("looks-on", looksOn());
  reading.ends();
  let isLost = false;
  const sceneAlone = () => soon(readScene);
  const sceneAndGame = () => { soon(readScene); soon(readGame); };
  const ends = hear(fromSeat(scenePath("events")), {
    opened: () => trying(async () => { // at first, and after a break: missed events are not sent
      await readAll();
      if (isLost) calm(); // errors shown meanwhile are over
      if (isLost) el.updated.hidden = !(await isOutdated());
      isLost = false;
    }),
    lost: (isRefused) => {
      isLost = true;
      line("lost", "connection lost, trying again");
      if (isRefused) call("GET", scenePath()).catch(({ status, message }) => { if (ends === reading.ends && (status === NO_SEAT || status === NOT_YOURS)) standUp(message); });
    },
    happened: { scene: sceneAndGame, token: sceneAlone, area: sceneAlone, overlay: sceneAlone, game: sceneAndGame, chat: () => soon(chat.read), seat: () => soon(seats.read), pointed: pointing.show },
    revision,
  }, screen.isOneOfSeveral);
  reading.ends = ends;
}

/** The revision of the scene that is shown. */
async function revision() {
  const { scenes } = await call("GET", "/api/scenes");
  return scenes.find((/** @type {{id: string}} */ one) => one.id === table.id)?.revision ?? "";
}

/** Who has no seat, or none any more, is told so. @param {string} words */
function standUp(words) {
  reading.ends();
  reading.ends = () => {};
  line("lost", "no seat");
  noSeat(el, words);
}

async function readAll() {
  const isFirst = table.now === null;
  await readScene();
  await Promise.all([chat.read(), readGame()]);
  if (isFirst && !playing()) lookAt(game.toAct);
  line("live", "live");
}

async function readGame() {
  await game.read();
  if (game.isOn()) await Promise.all([replay.read(), meanwhile.read(game.actions)]);
  tour.check();
}

/** @type {Set<() => Promise<unknown>>} */
const due = new Set();
/** @param {() => Promise<unknown>} work */
function soon(work) {
  if (due.has(work)) return;
  due.add(work);
  setTimeout(() => {
    due.delete(work);
    trying(work);
  }, 30);
}

async function readScene() {
  const sceneId = table.id;
  const turn = ++reading.looks;
  const first = table.now === null;
  /** @type {Scene} */
  const scene = await call("GET", scenePath());
  const roster = first && scene.game ? await call("GET", scenePath("roster")) : null;
  if (sceneId !== table.id || turn < reading.shown) return; // a later request was answered first
  reading.shown = turn;
  if (roster) table.types = Object.fromEntries(roster.units.map((/** @type {{id: string}} */ one) => [one.id, one]));
  if (first) asking.modes(roster?.modes ?? []);
  table.now = scene;
  if (first) lay(scene);
  el.markers.hidden = !scene.areas.length;
  if (scene.areas.length) el.markers.src = fromSeat(`${scenePath("markers.svg")}?revision=${encodeURIComponent(scene.source.revision)}`);
  show();
}

/** @param {number[]} numbers */
const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** How far counters stand out over the edges of the map, across and down, with what is written beneath them: half hexes let them. @param {Scene} scene @returns {[number, number]} */
const beyond = ({ pieces, size_px: size }) => /** @type {[number, number]} */ ([0, 1].map((axis) => (
  Math.max(0, ...pieces.map((one) => 0.65 * (one.size_px ?? 0) - Math.min(one.at_px[axis], size[axis] - one.at_px[axis]))))));

/** The title of the page calls a player who is looking at another page meanwhile. */
function showTitle() {
  document.title = `${[game.wanted, table.now?.name].filter(Boolean).join(": ")} – Blindhex`;
}

// A scene that is shown for the first time.
/** @param {Scene} scene */
function lay(scene) {
  showTitle();
  stage.resize(scene.size_px, beyond(scene));
  ground.show(scene.size_px, fromSeat(scenePath("map.svg")), fromSeat(scenePath("map")), `Map of ${scene.name}`); // it may have a picture of its own
  const onHexes = scene.frame.kind === "hex" ? scene.frame.cell_px * 0.62 : 0;
  const largest = Math.max(onHexes, ...scene.pieces.map((one) => one.size_px ?? 0));
  stage.fit(largest && (NARROW.matches ? THUMB_COUNTER_PX : LEAST_COUNTER_PX) / largest);
  screen.lay();
  lookAt(playing() || (scene.game?.sides?.[0] ?? ""));
}

/** Brings the units of a side into the window. @param {string} side */
function lookAt(side) {
  const its = table.now?.pieces.filter((one) => one.side === side) ?? [];
  if (its.length && !screen.isOneOfSeveral) stage.show([middle(its.map((one) => one.at_px[0])), middle(its.map((one) => one.at_px[1]))]);
}

function show() {
  replay.over();
  meanwhile.shown(!replay.isOn);
  el["take-picture"].disabled = replay.isOn; // it shows the map as it is now
  counters.show();
  asking.show();
  ruler.show();
  overlays.show();
  game.show();
}

/** @param {"live" | "lost"} state @param {string} words */
function line(state, words) {
  el.line.className = `line ${state}`;
  el.line.textContent = words;
}

// Choosing

/** @param {string} id */
function choose(id) {
  calm();
  hover.hide();
  if (ruler.isOn) return ruler.take({ id });
  if (game.aimedAt(unitOf(id))) return;
  const [who, one] = [pieceOf(chosen.piece), pieceOf(id)];
  if (chosen.piece === id && !chosen.target) chosen.clear();
  else if (!who || !one || (who.side === one.side && !chosen.target)) chosen.take(id);
  else chosen.aim({ id });
  if (chosen.target) asking.focus();
}

/** @param {string} id */
const unitOf = (id) => { const one = pieceOf(id); return one ? unitId(one) : id; };

stage.tapped((px) => {
  calm();
  hover.hide();
  if (game.tapped(px)) return;
  if (!chosen.piece) return;
  chosen.aim(chosen.target ? null : { px });
});

chosen.heard(() => {
  counters.show();
  game.show();
  showTray();
});

// What the page listens to

el.scenes.addEventListener("change", () => trying(() => goTo(el.scenes.value)));
el.side.addEventListener("change", () => {
  seat.name = el.side.value;
  table.now = null;
  sitDown();
});
el["to-screen"].addEventListener("click", () => {
  const looks = [...el.side.options].some((one) => one.value === "spectator") ? "spectator" : seat.name;
  open(`./?${new URLSearchParams({ screen: "scale", seat: looks })}#${encodeURIComponent(table.id)}`);
});
el["to-both"].addEventListener("click", () => open(`both.html#${encodeURIComponent(table.id)}`));
el["help-open"].addEventListener("click", () => { el["to-both"].hidden = !["", "umpire"].includes(seat.name) || !game.isOn(); });
el.fit.addEventListener("click", () => stage.fit());
el.larger.addEventListener("click", () => stage.zoomBy(1.25));
el.smaller.addEventListener("click", () => stage.zoomBy(0.8));
el["take-picture"].addEventListener("click", () => trying(async () => saved(await call("POST", scenePath("picture"), overlays.last), table.now?.name ?? "", "png")));
el["trouble-close"].addEventListener("click", calm);
el["load-anew"].addEventListener("click", () => location.reload());
el["go-here"].addEventListener("click", () => {
  const { target } = chosen;
  if (!target) return;
  const px = "id" in target ? pieceOf(target.id)?.at_px : target.px;
  chosen.aim(null);
  if (px) game.goTo(px);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  calm();
  hover.hide();
  if (ruler.isOn) return ruler.end();
  const back = chosen.target && "id" in chosen.target ? chosen.target.id : chosen.piece;
  chosen.back();
  if (game.waits) game.take("");
  counters.focus(back);
});
window.addEventListener("online", () => { if (table.id) trying(readAll); });
window.addEventListener("hashchange", () => trying(() => goTo(decodeURIComponent(location.hash.slice(1)))));

trying(start);
