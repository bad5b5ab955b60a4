// The page of the local table. It knows no rule and no grid: the server snaps, the umpire rules.
// All words from the table reach the page through textContent alone.

import { gamePanel } from "./game.js";
import { chatLine, fill, legendOf, made } from "./parts.js";
import { call, fromSeat, seat } from "./talk.js";
import { join, seatsPanel } from "./seats.js";

const SIDE_COLOURS = ["#7d9c6f", "#a9b4bd", "#c09a6a", "#b97d72"];
const DRAG_PX = 5;
const LEAST_CELL_PX = { hex: 54, square: 30, inch: 22 }; // a map too wide for the window is scrolled, not shrunk beyond reading

const el = Object.fromEntries([...document.querySelectorAll("[id]")].map((one) => [one.id, one]));
const table = {
  sceneId: "", scene: null, selected: null, target: null, zoom: 0, off: new Set(), lastLine: 0, events: null, modes: {}, roster: {}, looks: 0, shown: 0,
};

// Talking to the table

const scenePath = (...steps) => ["/api/scenes", table.sceneId, ...steps].map((s, k) => (k ? encodeURIComponent(s) : s)).join("/");

async function trying(work) {
  try {
    await work();
  } catch (error) {
    el["trouble-text"].textContent = error.message;
    el.trouble.hidden = false;
  }
}

function calm() {
  el.trouble.hidden = true;
}

async function ask(question) {
  calm();
  document.body.setAttribute("aria-busy", "true");
  const buttons = document.querySelectorAll(".asks button, #los-form button, #move-form [value=plan], .ask-here button");
  buttons.forEach((button) => (button.disabled = true));
  await trying(async () => {
    table.off.delete(keyOf({ tag: `blindhex-${question.ask}`, to: seat.name }));
    await call("POST", scenePath("ask"), question);
    await Promise.all([readScene(), readChat()]);
  });
  buttons.forEach((button) => (button.disabled = false));
  document.body.removeAttribute("aria-busy");
}

const move = (id, change) => trying(async () => {
  calm();
  try {
    await call("PATCH", scenePath("tokens", id), change);
  } finally {
    await readScene();
  }
});

const playing = () => (seat.name === "umpire" ? "" : seat.name); // the umpire may act for any side
const seats = seatsPanel(el, { path: scenePath, trying });

const game = gamePanel(el, {
  path: scenePath,
  side: playing,
  selected: () => (piece(table.selected) ? unitId(table.selected) : ""),
  select: (unit) => {
    const one = seen().find((other) => unitId(other.id) === unit);
    if (one) Object.assign(table, { selected: one.id, target: null });
    show();
    if (one) tokenFor(one.id).scrollIntoView({ block: "center", inline: "center" });
  },
  nameOf: (unit) => named(seen().find((one) => unitId(one.id) === unit) ?? { id: unit }),
  trying,
  done: () => Promise.all([readScene(), readChat()]),
});

// Reading the table

async function start() {
  await join();
  const { scenes } = await call("GET", "/api/scenes");
  const { rulesets } = await call("GET", "/api/rulesets");
  table.modes = Object.fromEntries(rulesets.map((one) => [one.id, one.modes]));
  fill(el.scenes, scenes.map((one) => [one.id, one.name]));
  const wanted = decodeURIComponent(location.hash.slice(1));
  const there = scenes.some((one) => one.id === wanted);
  if (!scenes.length) {
    el.hint.textContent = "No scene lies on this table yet: start it with blindhex serve SCENARIO.";
    return;
  }
  await goTo(there ? wanted : scenes[0].id);
}

async function goTo(sceneId) {
  if (sceneId === table.sceneId) return;
  Object.assign(table, { sceneId, scene: null, zoom: 0 });
  el.scenes.value = sceneId;
  history.replaceState(null, "", `#${encodeURIComponent(sceneId)}`);
  await seats.read();
  await look();
}

// Looks at the scene from the seat that was chosen, and hears what is told to it.
async function look() {
  Object.assign(table, { selected: null, target: null, lastLine: 0 });
  el.chat.replaceChildren();
  el.tokens.replaceChildren();
  table.events?.close();
  table.events = new EventSource(fromSeat(scenePath("events")));
  table.events.onopen = () => trying(readAll); // after a break, too: what was missed is not sent
  table.events.onerror = () => line("lost", "line lost, trying again");
  for (const kind of ["scene", "token", "area", "overlay", "game"]) table.events.addEventListener(kind, () => soon(readScene));
  for (const kind of ["scene", "game"]) table.events.addEventListener(kind, () => soon(game.read));
  table.events.addEventListener("chat", () => soon(readChat));
  table.events.addEventListener("seat", () => soon(seats.read));
  await readAll();
}

async function readAll() {
  await Promise.all([readScene(), readChat()]);
  await game.read();
  line("live", "live");
}

const due = new Set();
function soon(work) {
  if (due.has(work)) return;
  due.add(work);
  setTimeout(() => {
    due.delete(work);
    trying(work);
  }, 30);
}

async function readScene() {
  const sceneId = table.sceneId;
  const turn = ++table.looks;
  const scene = await call("GET", scenePath());
  const roster = table.scene === null && scene.game
    ? await call("GET", `/api/rulesets/${encodeURIComponent(scene.game.ruleset)}/roster`) : null;
  if (sceneId !== table.sceneId || turn < table.shown) return; // a later look was answered first
  table.shown = turn;
  const first = table.scene === null;
  if (roster) table.roster = Object.fromEntries(roster.units.map((one) => [one.id, one.name]));
  table.scene = scene;
  document.title = `${scene.name} – Blindhex`;
  if (first) {
    fill(el.mode, (table.modes[scene.game?.ruleset] ?? []).map((mode) => [mode, mode.replaceAll("_", " ")]));
    el.mode.parentElement.hidden = el.mode.length < 2;
    el.map.src = fromSeat(scenePath("map"));
    el.map.alt = `Map of ${scene.name}`;
    fit(LEAST_CELL_PX[scene.frame.kind] / scene.frame.cell_px);
  }
  el.markers.hidden = !scene.areas.length;
  if (scene.areas.length) el.markers.src = fromSeat(`${scenePath("markers")}?revision=${encodeURIComponent(scene.source.revision)}`);
  show();
}

async function readChat() {
  const { lines } = await call("GET", `${scenePath("chat")}?after=${table.lastLine}`);
  const fresh = lines.filter((one) => one.id > table.lastLine);
  for (const one of fresh) {
    table.lastLine = one.id;
    el.chat.append(chatLine(one));
  }
  if (fresh.length) el.chat.scrollTop = el.chat.scrollHeight;
}

// Showing the table

function show() {
  showTokens();
  showUnit();
  showTarget();
  showOverlays();
  game.show();
}

const sides = () => (table.scene.game?.sides?.length ? table.scene.game.sides : [...new Set(table.scene.pieces.map((one) => one.side))]);
const seen = () => table.scene.pieces;
const piece = (id) => seen().find((one) => one.id === id) ?? null;
const isUnknown = (one) => playing() && one.side && one.side !== playing() && conditions(one).includes("concealed");
const named = (one) => (isUnknown(one) ? "?" : one.name || one.id);
const typeWords = (one) => {
  const words = table.roster[one.unit.type] ?? one.unit.type;
  return isUnknown(one) || words === named(one) ? "" : words;
};
const spot = (one) => one.at_px.map(Math.round).join();
const colour = (side) => SIDE_COLOURS[Math.max(0, sides().indexOf(side)) % SIDE_COLOURS.length];
const conditions = (one) => [
  ...(one.unit.conditions ?? []),
  ...Object.entries(one.marks).map(([name, value]) => (value === true ? name : `${name}: ${value}`)),
].map((word) => String(word).replaceAll("_", " "));

function showTokens() {
  const [width, height] = table.scene.size_px;
  const stacks = Map.groupBy(seen(), spot);
  const kept = new Set();
  for (const one of seen()) {
    kept.add(one.id);
    const stack = stacks.get(spot(one));
    const size = one.size_px ?? table.scene.frame.cell_px * 0.6;
    const step = (stack.indexOf(one) - (stack.length - 1) / 2) * Math.min(0.24, 0.5 / stack.length) * size;
    const token = tokenFor(one.id);
    token.style.left = `${((one.at_px[0] + step) / width) * 100}%`;
    token.style.top = `${((one.at_px[1] - step) / height) * 100}%`;
    token.style.width = `${(size / width) * 100}%`;
    const longest = Math.max(...named(one).split(/\s+/).map((word) => word.length));
    token.style.setProperty("--letter", ((size * Math.max(0.11, Math.min(0.215, 1.22 / longest))) / width) * 100);
    token.style.setProperty("--size", (size / width) * 100);
    token.style.setProperty("--side", colour(one.side));
    token.querySelector(".words").textContent = named(one);
    const facing = token.querySelector(".facing");
    facing.hidden = one.facing_deg === null || isUnknown(one);
    facing.style.setProperty("--facing", `${one.facing_deg ?? 0}deg`);
    const words = conditions(one);
    token.querySelector(".conditions").textContent = words.join(", ");
    token.querySelector(".conditions").hidden = !words.length;
    token.setAttribute("aria-label", [named(one), one.side, one.at ?? "between hexes", ...words].filter(Boolean).join(", "));
    token.setAttribute("aria-pressed", String(one.id === table.selected));
    token.title = token.getAttribute("aria-label");
    token.classList.toggle("hidden-unit", one.hidden);
    token.classList.toggle("selected", one.id === table.selected);
    token.classList.toggle("target", one.id === table.target?.id);
  }
  for (const token of [...el.tokens.children]) if (!kept.has(token.dataset.id)) token.remove();
}

function tokenFor(id) {
  for (const token of el.tokens.children) if (token.dataset.id === id) return token;
  const token = document.createElement("button");
  token.type = "button";
  token.className = "token";
  token.dataset.id = id;
  for (const name of ["facing", "words", "conditions"]) token.append(made("span", name));
  token.addEventListener("pointerdown", grab);
  token.addEventListener("click", () => { if (!token.dataset.moved) choose(id); });
  el.tokens.append(token);
  return token;
}

function showUnit() {
  const one = piece(table.selected);
  el.unit.hidden = !one;
  el.nobody.hidden = Boolean(one);
  el.hint.textContent = one ? `${named(one)} is selected. Click another unit or a hex for its LOS or the safest way; drag to move.` : "Click a unit, then another unit or a hex.";
  if (!one) return;
  el["unit-name"].textContent = named(one);
  el["unit-swatch"].style.background = colour(one.side);
  const facts = [
    ["side", one.side], ["type", typeWords(one)], ["stands in", one.at ?? "between hexes"],
    ["faces", one.facing_deg === null || isUnknown(one) ? "" : `${one.facing_deg}°`], ["is", conditions(one).join(", ")],
  ];
  el["unit-facts"].replaceChildren(...facts.filter(([, value]) => value).flatMap(([name, value]) => [made("dt", "", name), made("dd", "", value)]));
  const beside = seen().filter((other) => other.id !== one.id && spot(other) === spot(one));
  el["same-place"].hidden = !beside.length;
  el["same-place"].replaceChildren(made("span", "", "With it"), ...beside.map((other) => {
    const button = made("button", "", named(other));
    button.type = "button";
    button.addEventListener("click", () => { Object.assign(table, { selected: other.id, target: null }); show(); });
    return button;
  }));
  const others = seen().filter((other) => other.id !== one.id && !isUnknown(other));
  el["unit-names"].replaceChildren(...others.map((other) => { const option = made("option"); option.value = named(other); return option; }));
}

function showTarget() {
  const { target } = table;
  const at = target && (target.id ? piece(target.id)?.at_px : target.px);
  el["ask-here"].hidden = el.spot.hidden = !at;
  if (!at) return;
  el.spot.hidden = Boolean(target.id);
  el["take-it"].hidden = el["fire-here"].hidden = !target.id;
  const [width, height] = table.scene.size_px;
  for (const mark of [el.spot, el["ask-here"]]) {
    mark.style.left = `${(at[0] / width) * 100}%`;
    mark.style.top = `${(at[1] / height) * 100}%`;
  }
  const right = at[0] > width / 2 ? "calc(-100% - 1.2rem)" : "1.2rem";
  const down = at[1] > height / 2 ? "calc(-100% - 1.2rem)" : "1.2rem";
  el["ask-here"].style.translate = `${right} ${down}`;
}

function showOverlays() {
  const { overlays, size_px: [width, height], source } = table.scene;
  el["no-overlays"].hidden = overlays.length > 0;
  const pictures = [];
  const entries = [];
  for (const one of overlays) {
    const older = one.revision !== source.revision;
    const picture = pictureFor(one);
    picture.hidden = table.off.has(keyOf(one));
    picture.classList.toggle("older", older);
    Object.assign(picture.style, {
      inset: "auto", left: `${(one.at_px[0] / width) * 100}%`, top: `${(one.at_px[1] / height) * 100}%`,
      width: `${(one.size_px[0] / width) * 100}%`, height: `${(one.size_px[1] / height) * 100}%`,
    });
    pictures.push(picture);
    entries.push(overlayEntry(one, older));
  }
  el.overlays.replaceChildren(...pictures);
  const focused = document.activeElement?.dataset?.key;
  el["overlay-list"].replaceChildren(...entries);
  if (focused) el["overlay-list"].querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

const keyOf = (one) => `${one.tag} ${one.to ?? ""}`;

const overlayPath = (one, more, ...steps) => `${scenePath("overlays", one.tag, ...steps)}?${new URLSearchParams({ to: one.to ?? "", ...more })}`;

function pictureFor(one) {
  const wanted = fromSeat(overlayPath(one, { digest: one.digest }));
  for (const picture of el.overlays.children) if (picture.getAttribute("src") === wanted) return picture;
  const picture = made("img", "layer");
  picture.src = wanted;
  picture.alt = one.title || one.tag;
  return picture;
}

function overlayEntry(one, older) {
  const entry = made("li");
  const head = made("div", "head");
  const label = made("label");
  const box = made("input");
  box.type = "checkbox";
  box.checked = !table.off.has(keyOf(one));
  box.dataset.key = `show ${keyOf(one)}`;
  box.addEventListener("change", () => {
    table.off[box.checked ? "delete" : "add"](keyOf(one));
    showOverlays();
  });
  label.append(box, made("span", "", one.title || one.tag));
  const away = made("button", "", "×");
  away.type = "button";
  away.dataset.key = `away ${keyOf(one)}`;
  away.setAttribute("aria-label", `Take ${one.title || one.tag} off the map`);
  away.addEventListener("click", () => trying(async () => {
    await call("DELETE", overlayPath(one, { owner: one.owner }));
    await readScene();
  }));
  head.append(label, away);
  entry.append(head);
  if (one.to) entry.append(forOne(one));
  if (older) entry.append(made("p", "older", "The scene has changed since it was laid."));
  if (one.legend.length && !table.off.has(keyOf(one))) entry.append(legendOf(one));
  return entry;
}

function forOne(one) {
  const note = made("p", "quiet", `For ${one.to} alone. `);
  const button = made("button", "", "Show it to all");
  button.type = "button";
  button.addEventListener("click", () => trying(async () => {
    await call("POST", overlayPath(one, {}, "show"));
    await readScene();
  }));
  note.append(button);
  return note;
}

function line(state, words) {
  el.line.className = `line ${state}`;
  el.line.textContent = words;
}

// Choosing and moving

function choose(id) {
  calm();
  if (table.selected === id) Object.assign(table, { selected: null, target: null });
  else if (table.selected === null || !piece(table.selected)) Object.assign(table, { selected: id, target: null });
  else table.target = { id };
  show();
  if (table.target) el["los-here"].focus({ preventScroll: true });
}

function forget() {
  const back = table.target?.id ?? table.selected;
  Object.assign(table, table.target ? { target: null } : { selected: null });
  calm();
  show();
  for (const token of el.tokens.children) if (token.dataset.id === back) token.focus({ preventScroll: true });
}

function onMap(event) {
  const frame = el.stage.getBoundingClientRect();
  const scale = table.scene.size_px[0] / frame.width;
  return [(event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale];
}

function grab(event) {
  if (event.button !== 0) return;
  const token = event.currentTarget;
  const one = piece(token.dataset.id);
  const from = [event.clientX, event.clientY];
  const start = onMap(event);
  delete token.dataset.moved;
  token.setPointerCapture(event.pointerId);
  const going = (next) => {
    if (!token.dataset.moved && Math.hypot(next.clientX - from[0], next.clientY - from[1]) < DRAG_PX) return;
    token.dataset.moved = "yes";
    token.classList.add("dragged");
    const now = onMap(next);
    const [width, height] = table.scene.size_px;
    token.style.left = `${((one.at_px[0] + now[0] - start[0]) / width) * 100}%`;
    token.style.top = `${((one.at_px[1] + now[1] - start[1]) / height) * 100}%`;
  };
  const stop = (last) => {
    for (const [kind, heard] of [["pointermove", going], ["pointerup", stop], ["pointercancel", stop]]) token.removeEventListener(kind, heard);
    token.classList.remove("dragged");
    if (!token.dataset.moved) return;
    setTimeout(() => delete token.dataset.moved, 50); // the click that ends a drag chooses nothing
    if (last.type === "pointercancel") return showTokens();
    const now = onMap(last);
    const px = [one.at_px[0] + now[0] - start[0], one.at_px[1] + now[1] - start[1]];
    if (!game.isOn()) return move(one.id, { to_px: px, snap: true });
    showTokens(); // in a game a unit goes where the rules let it
    game.goTo(px, unitId(one.id));
  };
  for (const [kind, heard] of [["pointermove", going], ["pointerup", stop], ["pointercancel", stop]]) token.addEventListener(kind, heard);
}

function askAbout(what) {
  const { selected, target } = table;
  if (!selected || !target) return;
  const question = { ask: what, who: unitId(selected), mode: what === "plan" ? el.mode.value : "" };
  table.target = null;
  const aimed = target.id && piece(target.id);
  if (aimed && !isUnknown(aimed)) ask({ ...question, target: unitId(target.id) });
  else ask({ ...question, target_px: aimed?.at_px ?? target.px }); // a concealed counter is aimed at where it lies
}

const unitId = (id) => piece(id)?.unit.id || id;

// The size of the map

function fit(least = 0) {
  if (!table.scene) return;
  const room = el.pane.clientWidth - 2 * parseFloat(getComputedStyle(el.pane).paddingLeft);
  table.zoom = Math.max(least, Math.min(1.6, room / table.scene.size_px[0]));
  resize();
}

function resize() {
  const [width, height] = table.scene.size_px;
  el.stage.style.width = `${Math.round(width * table.zoom)}px`;
  el.stage.style.height = `${Math.round(height * table.zoom)}px`;
}

function zoomBy(factor) {
  if (!table.scene) return;
  table.zoom = Math.min(4, Math.max(0.1, table.zoom * factor));
  resize();
}

// What the page listens to

el.scenes.addEventListener("change", () => trying(() => goTo(el.scenes.value)));
el.side.addEventListener("change", () => {
  seat.name = el.side.value;
  trying(look);
});
el.fit.addEventListener("click", () => fit());
el.larger.addEventListener("click", () => zoomBy(1.25));
el.smaller.addEventListener("click", () => zoomBy(0.8));
el["trouble-close"].addEventListener("click", calm);
el["los-here"].addEventListener("click", () => askAbout("los"));
el["fire-here"].addEventListener("click", () => askAbout("fire"));
el["plan-here"].addEventListener("click", () => askAbout("plan"));
el["go-here"].addEventListener("click", () => {
  const { target } = table;
  table.target = null;
  game.goTo(target.id ? piece(target.id).at_px : target.px);
});
el["take-it"].addEventListener("click", () => { Object.assign(table, { selected: table.target.id, target: null }); show(); });
el.stage.addEventListener("click", (event) => {
  if (!table.selected || event.target.closest("button, .ask-here")) return;
  table.target = { px: onMap(event) };
  show();
  el["los-here"].focus({ preventScroll: true });
});
for (const button of document.querySelectorAll("[data-ask]")) {
  button.addEventListener("click", () => {
    const mode = button.dataset.ask === "reach" ? el.mode.value : "";
    ask({ ask: button.dataset.ask, who: unitId(table.selected), mode });
  });
}
el["los-form"].addEventListener("submit", (event) => {
  event.preventDefault();
  const target = el["los-target"].value.trim();
  if (target) ask({ ask: event.submitter?.value || "los", who: unitId(table.selected), target });
});
el["move-form"].addEventListener("submit", async (event) => {
  event.preventDefault();
  const to = el["move-to"].value.trim();
  if (to && event.submitter?.value === "plan") await ask({ ask: "plan", who: unitId(table.selected), target: to, mode: el.mode.value });
  else if (to) await move(table.selected, { to });
});
el["say-form"].addEventListener("submit", (event) => {
  event.preventDefault();
  const text = el.say.value.trim();
  if (!text) return;
  trying(async () => {
    await call("POST", scenePath("chat"), { author: seat.name || "Player", text });
    el.say.value = "";
    await readChat();
  });
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") forget(); });
window.addEventListener("hashchange", () => trying(() => goTo(decodeURIComponent(location.hash.slice(1)))));

trying(start);
