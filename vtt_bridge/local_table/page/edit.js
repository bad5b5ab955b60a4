// The editor of boards and scenarios. It draws nothing itself: each change goes to the table, which draws the document and says what is wrong with it.

import { makeBackdrop, pictureIn } from "./backdrop.js";
import { blank, makeDraft } from "./draft.js";
import { grouped } from "./grouped.js";
import { begunAt, forget, isKept, keep, keptDrafts, newId } from "./kept.js";
import { button, fill, made, putSvg, saved } from "./parts.js";
import { sideName, sideNames } from "./scene.js";
import { formOf, labelled } from "./schema_form.js";
import { makeSheet } from "./sheet.js";
import { makeStage } from "./stage.js";
import { call } from "./talk.js";
import { themeSwitch } from "./theme.js";

/** @typedef {import("./draft.js").Px} Px */
/** @typedef {{kind: string, terrain: string, words: string}} Tool */

/** @type {Record<string, any>} */
const el = Object.fromEntries([...document.querySelectorAll("[id]")].map((one) => [one.id, one]));
const stage = makeStage({ stage: el.stage, world: el.world, marks: el.marks });
const HINTS = {
  ground: "Click hexes to draw; click again to take it off.",
  level: "Click hexes to change their level.",
  hexsides: "Click near the side of a hex.",
  lines: "Click where it begins, bends and ends, then Finish or take another tool.",
  pieces: "Click the corners, then Finish or take another tool. With a width it is a line, or a round thing of one point.",
  erase: "Click what is to go: units first, then the ground.",
  units: "Click where the unit stands.",
};
const STEP_PX = 4; // the step with which a straight line is followed from hex to hex
const SIDES = { lhy: ["us", "ge"], kgn: ["uk", "de"], matg1: ["red", "blue"], matg2: ["red", "blue"] };

const backdrop = makeBackdrop(el.beneath);
let draft = makeDraft(blank("hex", 16, 12));
let id = newId(); // the draft is kept under it
/** @type {{hexes: {name: string, at_px: Px}[], inch_px: number | null, origin_px: Px, size_px: [number, number]}} */
let drawn = { hexes: [], inch_px: null, origin_px: [0, 0], size_px: [1, 1] };
/** @type {Tool} */
let tool = { kind: "erase", terrain: "", words: "Erase" };
/** @type {{px: Px, at: string | Px}[]} */
let points = [];
const PARTS = ["description", "length", "objectives", "markers", "special_rules", "options"];
/** @type {Record<string, any>} */
let schema = {};
/** @type {Record<string, any>} */
let options = {}; // of each book
/** @type {Record<string, string[]>} */
let palette = {};
/** @type {Record<string, {id: string, name: string, is_vehicle: boolean}[]>} */
const rosters = {};
let turn = 0;

/** @param {() => Promise<void> | void} work */
async function trying(work) {
  try {
    el.trouble.hidden = true;
    await work();
  } catch (error) {
    el["trouble-text"].textContent = /** @type {Error} */ (error).message;
    el.trouble.hidden = false;
  }
}

// Showing

async function show({ anew = false } = {}) {
  const now = ++turn;
  const isHex = draft.board.ground === "hex";
  el.name.value = draft.doc.name;
  el.undo.disabled = !draft.canUndo;
  el.play.hidden = el.settings.hidden = !draft.isScenario;
  if (anew) {
    points = [];
    showTools(isHex);
  }
  const [picture, found] = await Promise.all([
    call("POST", "/api/drafts/drawing", draft.doc),
    call("POST", "/api/findings", draft.doc),
  ]);
  if (now !== turn) return; // a later change was drawn first
  drawn = picture;
  putSvg(el.drawing, picture.svg);
  stage.resize(picture.size_px);
  if (anew) stage.fit();
  el.findings.replaceChildren(...found.findings.map((/** @type {{sentence: string, is_well: boolean, is_advice: boolean}} */ one) => (
    made("li", one.is_well ? (one.is_advice ? "advice" : "") : "bad", one.sentence))));
  if (draft.isScenario) showParts();
  showPoints();
}

// What a scenario says beside its board and its units, in forms that stay as they are while somebody types in them.
function showParts() {
  if (el.parts.contains(document.activeElement)) return;
  const defs = { ...schema.$defs, side: { ...schema.$defs.side, enum: draft.doc.sides } };
  el.parts.replaceChildren(...PARTS.map((part) => labelled(part.replaceAll("_", " "), formOf(part === "options" ? options[draft.doc.ruleset] ?? schema.properties[part] : schema.properties[part], defs, draft.doc[part], (value) => {
    changing(() => draft.change((doc) => {
      if (value === undefined) delete doc[part];
      else doc[part] = value;
    }));
  }))));
}

// A change is kept at once, in case one leaves for another page; it stays only if the table can read it.
/** @param {() => void} work */
const changing = (work) => trying(async () => {
  const wasKept = isKept(id);
  work();
  try {
    keep({ id, doc: draft.doc });
  } finally {
    await showOrUndo(wasKept);
  }
});

/** @param {boolean} wasKept */
async function showOrUndo(wasKept) {
  try {
    await show();
  } catch (error) {
    draft.undo();
    if (wasKept) keep({ id, doc: draft.doc });
    else forget(id);
    await show();
    throw error;
  }
}

/** @param {boolean} isHex */
function showTools(isHex) {
  const words = (/** @type {string} */ one) => one.replaceAll("_", " ");
  const of = (/** @type {string} */ kind) => palette[kind].filter((one) => one !== "rural").map((terrain) => ({ kind, terrain, words: words(terrain) }));
  /** @type {Tool[]} */
  const tools = isHex
    ? [...of("ground"), { kind: "level", terrain: "1", words: "level +" }, { kind: "level", terrain: "-1", words: "level −" }, ...of("hexsides"), ...of("lines")]
    : of("pieces").filter((one) => one.terrain !== "clear");
  tools.push({ kind: "erase", terrain: "", words: "erase" });
  el.tools.replaceChildren(...tools.map((one) => {
    const button = made("button", "", one.words);
    button.setAttribute("type", "button");
    button.setAttribute("role", "radio");
    button.addEventListener("click", () => take(one));
    return button;
  }));
  take(tools[0]);
}

/** @param {Tool} next */
function take(next) {
  if (isEnough()) finish();
  tool = next;
  points = [];
  for (const button of el.tools.children) button.setAttribute("aria-checked", String(button.textContent === next.words));
  el.place.setAttribute("aria-pressed", String(next.kind === "units"));
  el["finish-row"].hidden = !["lines", "pieces"].includes(next.kind);
  el.level.parentElement.hidden = el.width.parentElement.hidden = next.kind !== "pieces";
  el.hint.textContent = next.kind === "align" ? wanted() : HINTS[/** @type {keyof typeof HINTS} */ (next.kind)];
  el.stage.classList.add("drawing");
  showPoints();
}

// The picture beneath

/** Where two corners of the picture belong. @returns {import("./backdrop.js").Corner[]} */
function corners() {
  const { hexes, origin_px: origin, inch_px: inch } = drawn;
  if (hexes.length) return [hexes[0], hexes[hexes.length - 1]].map((one) => ({ name: `the middle of ${one.name}`, px: one.at_px }));
  const far = /** @type {Px} */ ([draft.board.width_in, draft.board.depth_in].map((length, axis) => origin[axis] + length * (inch ?? 1)));
  return [{ name: "the table's upper left corner", px: origin }, { name: "the table's lower right corner", px: far }];
}

const wanted = () => `Click in the picture on ${corners()[points.length]?.name}.`;

/** @param {Px} px */
function align(px) {
  points.push({ px, at: px });
  el.hint.textContent = wanted();
  showPoints();
  if (points.length < 2) return;
  const clicked = points.map((one) => one.px);
  points = [];
  el.hint.textContent = wanted();
  showPoints();
  trying(() => {
    backdrop.lineUp(clicked, corners());
    el.hint.textContent = `The picture is lined up. To do it over, click on ${corners()[0].name} again.`;
  });
}

function showBackdrop() {
  el["picture-row"].hidden = !backdrop.isThere;
  el.drawing.style.opacity = backdrop.isThere ? String(el.over.value / 100) : "";
}

/** @param {Blob} picture */
async function layPicture(picture) {
  await backdrop.lay(picture, drawn.size_px);
  showBackdrop();
}

el.picture.addEventListener("change", () => trying(async () => {
  if (el.picture.files[0]) await layPicture(el.picture.files[0]);
}));
el.over.addEventListener("input", showBackdrop);
el["line-up"].addEventListener("click", () => take({ kind: "align", terrain: "", words: "" }));
el["take-picture"].addEventListener("click", () => {
  backdrop.takeAway();
  showBackdrop();
});

function showPoints() {
  stage.drawWay(points.map((one) => one.px));
  stage.markSpot(points.length === 1 ? points[0].px : null);
}

// Drawing

/** @param {Px} px */
const nearest = (px) => drawn.hexes.reduce((best, one) => (away(one.at_px, px) < away(best.at_px, px) ? one : best), drawn.hexes[0]);
/** @param {Px} one @param {Px} other */
const away = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
/** @param {Px} px @returns {Px} */
const inches = (px) => {
  const per = drawn.inch_px ?? 1;
  return /** @type {Px} */ ([0, 1].map((k) => Math.round(((px[k] - drawn.origin_px[k]) / per) * 2) / 2));
};

/** The hexes in a straight line from the last that was clicked to another, which need not be its neighbour. @param {(typeof drawn)["hexes"][0]} to */
function upTo(to) {
  const from = points[points.length - 1]?.px ?? to.at_px;
  const steps = Math.ceil(away(from, to.at_px) / STEP_PX) || 1;
  const way = Array.from({ length: steps }, (_, k) => nearest(/** @type {Px} */ ([0, 1].map((axis) => from[axis] + ((to.at_px[axis] - from[axis]) * (k + 1)) / steps))));
  const passed = [points[points.length - 1]?.at, ...way.map((one) => one.name)];
  return way.filter((one, k) => one.name !== passed[k]).map((one) => ({ px: one.at_px, at: one.name }));
}

/** The hexside that a point is nearest to: of two hexes, the nearest and the next. @param {Px} px */
function hexside(px) {
  const [first, second] = [...drawn.hexes].sort((a, b) => away(a.at_px, px) - away(b.at_px, px));
  return [first.name, second.name];
}

stage.tapped((px) => {
  if (tool.kind === "align") { align(px); return; }
  const isHex = draft.board.ground === "hex";
  const at = isHex ? nearest(px).name : inches(px);
  const label = String(at);
  if (tool.kind === "ground") changing(() => draft.paint(label, tool.terrain));
  else if (tool.kind === "level") changing(() => draft.raise(label, Number(tool.terrain)));
  else if (tool.kind === "hexsides") changing(() => draft.fence(hexside(px), tool.terrain));
  else if (tool.kind === "erase") changing(() => (isHex ? draft.eraseHex(label) : draft.eraseSpot(/** @type {Px} */ (at))));
  else if (tool.kind === "units") stand(at);
  else {
    points.push(...(isHex ? upTo(nearest(px)) : [{ px, at }]));
    showPoints();
  }
});

/** @param {string | Px} at */
function stand(at) {
  const book = el.book.value;
  const type = rosters[book].find((one) => one.id === el.type.value);
  if (!type) return;
  changing(() => {
    const sides = SIDES[/** @type {keyof typeof SIDES} */ (book)] ?? ["one", "other"];
    if (!draft.isScenario) draft.asScenario(book, sides);
    draft.stand(type.id, el.side.value, at, Number(el.facing.value), type.is_vehicle || draft.board.ground === "table");
  });
}

/** Whether the points that were clicked make a line or a piece. */
const isEnough = () => (tool.kind === "lines" ? points.length > 1 : tool.kind === "pieces" && points.length > (Number(el.width.value) > 0 ? 0 : 2));

function finish() {
  const [drawnPoints, { kind, terrain }] = [points, tool];
  points = [];
  if (!drawnPoints.length) return;
  if (kind === "lines") return changing(() => draft.line(terrain, drawnPoints.map((one) => String(one.at))));
  return changing(() => draft.piece(terrain, drawnPoints.map((one) => /** @type {Px} */ (one.at)), Number(el.level.value), Number(el.width.value)));
}

/** Finishes a half-drawn line before the document is saved, played or left. */
const finishFirst = async () => { if (isEnough()) await finish(); };

el.finish.addEventListener("click", finish);
el["give-up"].addEventListener("click", () => { points = []; showPoints(); });

// Units

/** @param {string} ruleset */
async function showBook(ruleset) {
  rosters[ruleset] ??= (await call("GET", `/api/rulesets/${ruleset}/roster`)).units;
  el.book.value = ruleset;
  const named = grouped(rosters[ruleset], (one) => one.name);
  fill(el.type, rosters[ruleset].map((one) => [one.id, named.get(one.name)?.length === 1 ? one.name : `${one.name} (${one.id})`]));
  const sides = draft.isScenario ? draft.doc.sides : SIDES[/** @type {keyof typeof SIDES} */ (ruleset)] ?? [];
  fill(el.side, sides.map((/** @type {string} */ side) => [side, sideName(side)]));
}

el.book.addEventListener("change", () => trying(() => showBook(el.book.value)));
el.place.addEventListener("click", () => take({ kind: "units", terrain: "", words: "" }));

// Documents

/** @param {Record<string, any>} doc @param {string} [keptAs] */
const begin = (doc, keptAs = newId()) => trying(async () => {
  await finishFirst();
  draft = makeDraft(doc);
  id = keptAs;
  showKept();
  backdrop.takeAway();
  showBackdrop();
  await showBook(doc.ruleset ?? (doc.ground === "hex" || doc.board?.ground === "hex" ? "lhy" : "kgn"));
  await show({ anew: true });
});

// Drafts from earlier, or from another window, that are in no file.
function showKept() {
  const others = keptDrafts().filter((one) => one.id !== id);
  el.kept.hidden = !others.length;
  el["kept-list"].replaceChildren(...others.map((one) => {
    const item = made("li", "row");
    const [on, away] = [button("Go on with it"), button("Throw it away")];
    on.addEventListener("click", () => begin(one.doc, one.id));
    away.addEventListener("click", () => { forget(one.id); showKept(); });
    item.append(made("p", "", `${one.doc.name}, begun ${begunAt(one)}`), on, away);
    return item;
  }));
}

el.from.addEventListener("change", () => trying(async () => {
  if (el.from.value) await begin(await call("GET", `/api/drafts/${el.from.value}`));
}));
el.open.addEventListener("change", () => trying(async () => {
  const file = el.open.files[0];
  if (!file) return;
  let doc;
  try {
    doc = JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name} is no JSON document.`);
  }
  if (!doc.resolution) { await begin(doc); return; }
  const { board, told } = await call("POST", `/api/drafts/universal?${new URLSearchParams({ square_in: el.square.value, name: file.name.replace(/\.[^.]*$/, "") })}`, doc);
  await begin(board);
  const picture = pictureIn(doc);
  if (picture) await layPicture(picture);
  el.findings.append(...told.map((/** @type {string} */ one) => made("li", "", one)));
}));
el.new.addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  begin(blank(el["new-ground"].value, Number(el["new-across"].value), Number(el["new-down"].value)));
});
el.name.addEventListener("change", () => changing(() => draft.change((doc) => { doc.name = el.name.value; if (doc.board?.name) doc.board.name = el.name.value; })));
el.undo.addEventListener("click", () => trying(async () => {
  draft.undo();
  await show();
  keep({ id, doc: draft.doc });
}));
el.save.addEventListener("click", () => trying(async () => {
  await finishFirst();
  saved(new Blob([`${JSON.stringify(draft.doc, null, 1)}\n`], { type: "application/json" }), draft.doc.name, "json");
  forget(id);
}));
el.play.addEventListener("click", () => trying(async () => {
  await finishFirst();
  const { scene } = await call("POST", "/api/drafts/game", draft.doc);
  if (backdrop.isThere) {
    const body = await backdrop.png(drawn.size_px);
    const given = await fetch(`/api/scenes/${encodeURIComponent(scene)}/map`, { method: "PUT", headers: { "Content-Type": "image/png" }, body });
    if (!given.ok) throw new Error((await given.json()).error);
  }
  location.href = `./#${encodeURIComponent(scene)}`;
}));

el.larger.addEventListener("click", () => stage.zoomBy(1.25));
el.smaller.addEventListener("click", () => stage.zoomBy(0.8));
el.fit.addEventListener("click", () => stage.fit());
el["trouble-close"].addEventListener("click", () => { el.trouble.hidden = true; });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") el["give-up"].click();
  if (event.key === "z" && (event.ctrlKey || event.metaKey) && !el.undo.disabled) el.undo.click();
});
themeSwitch(el.theme);
const sheet = makeSheet(el.sheet, el["sheet-handle"]);
for (const tools of [el.tools, el.place]) tools.addEventListener("click", sheet.lower); // to the map, where it is drawn

trying(async () => {
  const [there, books, form] = await Promise.all([call("GET", "/api/drafts"), call("GET", "/api/rulesets"), call("GET", "/api/drafts/schema")]);
  [schema, options] = [form.scenario, form.options];
  palette = there.palette;
  for (const [side, name] of Object.entries(there.sides)) sideNames.set(side, name);
  fill(el.from, [["", "a blank map"],
    ...["board", "scenario"].flatMap((kind) => there[`${kind}s`].map((/** @type {{name: string, title: string}} */ one) => [`${kind}/${one.name}`, one.title.split(/ ?[:(]/)[0]]))]);
  fill(el.book, books.rulesets.map((/** @type {{id: string, title: string, edition: string}} */ one) => [one.id, `${one.title}, ${one.edition}`]));
  await begin(draft.doc);
});
