// A Foundry scene (version 12 to 14) as a blindhex-table/1: pixels from the corner of the scene.

export const OURS = "blindhex";

const INCHES = new Set(["in", "in.", "inch", "inches", '"', "″", "''"]);
const TOPS = { 2: ["pointy", "left"], 3: ["pointy", "right"], 4: ["flat", "high"], 5: ["flat", "low"] };
const TERRAIN = new Set([
  "rural", "urban", "woods", "forest", "stone_building", "wooden_building", "urban_building", "bridge", "ford", "smoke",
]);

/** The version of Foundry that runs: 12, 13 or 14. */
export function generation() {
  return globalThis.game.release?.generation ?? Number.parseInt(globalThis.game.version, 10);
}

/** Something on the scene cannot be described; the sentence is for whoever asked. */
export class BadScene extends Error {}

/** The scene as a document that the umpire reads. */
export function tableOf(scene) {
  const plain = scene.toObject();
  const ours = plain.flags?.[OURS] ?? {};
  const { sceneX, sceneY, sceneWidth, sceneHeight } = scene.dimensions;
  const corner = [sceneX, sceneY];
  const table = {
    format: "blindhex-table/1",
    name: plain.name.slice(0, 200),
    source: { vtt: "foundry", version: globalThis.game?.version ?? "", scene: plain._id, revision: "" },
    frame: frameOf(scene.grid, ours, corner),
    size_px: [Math.round(sceneWidth), Math.round(sceneHeight)],
    areas: [],
    pieces: [],
  };
  if (ours.ruleset && ours.board) {
    table.game = { ruleset: ours.ruleset, board: ours.board, sides: ours.sides ?? [], scenario: ours.scenario ?? "" };
    if (ours.house) table.game.house = ours.house;
    if (ours.options) table.game.options = ours.options;
  }
  for (const token of plain.tokens ?? []) {
    const piece = pieceOf(token, scene.grid, corner, ours.sides ?? []);
    if (piece) table.pieces.push(piece);
  }
  for (const region of plain.regions ?? []) table.areas.push(...regionAreas(region, corner, table.frame));
  for (const drawing of plain.drawings ?? []) table.areas.push(...drawingAreas(drawing, corner, table.frame));
  for (const wall of plain.walls ?? []) table.areas.push(...wallAreas(wall, ours, corner, table.frame));
  table.overlays = (plain.tiles ?? []).filter(({ flags }) => flags?.[OURS]?.owner === OURS).map(({ flags }) => {
    return { tag: flags[OURS].tag, owner: OURS, at_px: [0, 0], size_px: table.size_px };
  });
  table.source.revision = hash(JSON.stringify([table.frame, table.game ?? null, table.areas, table.pieces]));
  return table;
}

/** The piece that a token stands for; null if it is scenery. */
function pieceOf(token, grid, corner, sides) {
  const ours = token.flags?.[OURS] ?? {};
  const unit = ours.unit ?? {};
  const disposition = token.disposition ?? 0;
  if (ours.ignore === true || !(Object.keys(unit).length || ours.side || Math.abs(disposition) === 1)) return null;
  const bySide = unit.side || Math.abs(disposition) !== 1 ? "" : sides[disposition === 1 ? 0 : 1] ?? "";
  return {
    id: token._id,
    name: token.name.slice(0, 200),
    at_px: centreOf(token, ours, grid, corner),
    size_px: sizeOf(token, grid)[0],
    facing_deg: facingOf(token, ours),
    elevation: token.elevation ?? 0,
    hidden: token.hidden ?? false,
    side: ours.side || bySide,
    unit,
    marks: ours.marks ?? {},
  };
}

/** The side of a piece; empty if it has none. */
export function sideOfPiece({ side, unit }) {
  return side || unit.side || "";
}

/** The id by which the umpire knows a piece. */
export function nameOfPiece({ id, unit }) {
  return unit.id ?? id;
}

/** The place of the board at a point of the canvas: a hex by its name, or [x, y] in inches. */
export function placeAt(scene, { x, y }) {
  const { grid, dimensions } = scene;
  const corner = [dimensions.sceneX, dimensions.sceneY];
  const ours = scene.flags?.[OURS] ?? {};
  if (!grid.isHexagonal) return inInches([x - corner[0], y - corner[1]], frameInInches(grid, ours));
  const [at, a1] = [grid.getOffset({ x, y }), firstHex(grid, ours, corner)];
  return `${columnLetters(at.j - a1.j)}${at.i - a1.i + 1}`;
}

/** The letters of a column, counted from 0: A to Z, AA, AB. */
function columnLetters(column) {
  let letters = "";
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return letters;
}

/** How large the box of a token is: on hexes each further line adds three quarters of a hex. */
export function sizeOf(token, grid) {
  const across = (spaces) => 0.75 * Math.floor(spaces) + 0.5 * (spaces % 1) + 0.25;
  let { width = 1, height = 1 } = token;
  if (grid.isHexagonal && grid.columns) width = across(width);
  else if (grid.isHexagonal) height = across(height);
  return [width * grid.sizeX, height * grid.sizeY];
}

/** The middle of a token: the point where we put it, as long as it lies there in Foundry's whole pixels. */
function centreOf(token, ours, grid, corner) {
  const size = sizeOf(token, grid);
  const middle = [token.x + size[0] / 2 - corner[0], token.y + size[1] / 2 - corner[1]];
  const { x, y, at_px } = ours.place ?? {};
  const isThere = x === token.x && y === token.y && at_px.every((one, k) => Math.abs(one - middle[k]) <= 1);
  return isThere ? at_px : middle;
}

function facingOf(token, ours) {
  const rotation = token.rotation ?? 0;
  const kept = ours.facing;
  if (kept && (kept.rotation === rotation || token.lockRotation)) return kept.deg ?? null;
  return (rotation + (ours.art === "north" ? 0 : 180)) % 360;
}

function frameOf(grid, ours, corner) {
  if (!grid.isHexagonal) return frameInInches(grid, ours);
  const [top, usual] = TOPS[grid.type];
  const first = ours.first || usual;
  const { x, y } = grid.getCenterPoint(firstHex(grid, ours, corner));
  const frame = { kind: "hex", cell_px: grid.size, origin_px: [x - corner[0], y - corner[1]], top };
  frame[top === "flat" ? "first_column" : "first_row"] = first;
  return frame;
}

/** Foundry's own place of A1. */
function firstHex(grid, { a1_px }, corner) {
  return grid.getOffset(a1_px ? { x: a1_px[0] + corner[0], y: a1_px[1] + corner[1] } : firstWhole(grid, corner));
}

/** A point near the middle of the first hex that lies whole in the scene. */
function firstWhole(grid, corner) {
  const cut = grid.even ? 0 : grid.size / 2;
  const inside = [grid.sizeX / 2, grid.sizeY / 2];
  inside[grid.columns ? 1 : 0] += cut;
  return { x: corner[0] + inside[0], y: corner[1] + inside[1] };
}

function frameInInches(grid, ours) {
  const isInches = INCHES.has(String(grid.units ?? "").trim().toLowerCase());
  if (!isInches && !ours.inch_px) {
    throw new BadScene(`The scene is measured in "${grid.units}", not in inches; set its grid units to in.`);
  }
  if (grid.type === 1) {
    const cellIn = ours.inch_px ? grid.size / ours.inch_px : grid.distance;
    return { kind: "square", cell_px: grid.size, cell_in: cellIn, origin_px: [0, 0] };
  }
  return { kind: "inch", cell_px: ours.inch_px || grid.size / grid.distance, origin_px: [0, 0] };
}

function* regionAreas(region, corner, frame) {
  const told = terrainOf(region.flags?.[OURS], region.name);
  if (!told) return;
  if (region.shapes.some((shape) => shape.hole)) {
    throw new BadScene(`Region "${region.name}" has a hole; draw it as two regions.`);
  }
  const rings = region.shapes.map((shape) => ringOf(shape));
  yield* areasOf(region._id, told, rings, corner, frame);
}

function* drawingAreas(drawing, corner, frame) {
  const told = terrainOf(drawing.flags?.[OURS], drawing.text);
  if (!told) return;
  const { type, width, height, radius, points = [] } = drawing.shape;
  const { x, y, rotation = 0 } = drawing;
  const middle = [x + width / 2, y + height / 2];
  const ring = {
    r: () => ringOf({ type: "rectangle", x, y, width, height }),
    e: () => ellipse(...middle, width / 2, height / 2),
    c: () => circle(x, y, radius ?? width / 2),
    p: () => pairs(points).map(([dx, dy]) => [x + dx, y + dy]),
  }[type]();
  // A circle has a radius, and no width whose middle it turns about.
  const rings = [type === "c" ? ring : turned(ring, middle, rotation)];
  yield* areasOf(drawing._id, told, rings, corner, frame);
}

/**
 * Walls and tree lines of the game run along hexsides; a wall is one if our flag says so, or the scene says it of all walls. On a
 * board in inches every wall is a house wall, unless the scene says that none is.
 */
function* wallAreas(wall, scene, [x0, y0], frame) {
  const isHex = frame.kind === "hex";
  const told = ["wall", "tree_line"].find((kind) => kind === wall.flags?.[OURS]?.terrain);
  const terrain = told ?? (isHex ? scene.walls === true && "wall" : scene.walls !== false && houseTerrain(wall));
  if (!terrain) return;
  const [x1, y1, x2, y2] = wall.c;
  yield { id: wall._id, terrain, level: 0, polygon_px: [[x1 - x0, y1 - y0], [x2 - x0, y2 - y0]] };
}

/** What a wall is by what it blocks: sight and movement a house wall, movement alone a window, sight alone a door. */
function houseTerrain({ door = 0, ds = 0, move = 20, sight = 20 }) {
  const blocksSight = ![0, 30, 40].includes(sight);
  if (door !== 0 && ds === 1) return "open_door";
  if (door === 1 || move === 0) return blocksSight ? "door" : move !== 0 && "window";
  return blocksSight ? "house_wall" : "window";
}

function* areasOf(id, [terrain, level], rings, corner, frame) {
  for (const [index, ring] of rings.entries()) {
    const area = { id: rings.length === 1 ? id : `${id}.${index + 1}`, terrain, level };
    const points = open(ring).map(([x, y]) => [x - corner[0], y - corner[1]]);
    if (frame.kind === "hex") area.polygon_px = points;
    else area.cells = [inInches(centroid(points), frame).join(",")];
    yield area;
  }
}

/** Terrain and level, by our flags or by the words on it: "Woods", "Orchard, level 2". */
function terrainOf(ours, words) {
  if (ours?.terrain) return [ours.terrain, ours.level ?? 0];
  const named = /^([a-z][a-z _]*?),?(?: level (-?[0-9]))?$/.exec(String(words ?? "").toLowerCase().trim().replace(/\s+/g, " "));
  const terrain = named?.[1].replaceAll(" ", "_");
  return TERRAIN.has(terrain) ? [terrain, Number(named[2] ?? 0)] : null;
}

function ringOf(shape) {
  const { x, y, rotation = 0 } = shape;
  switch (shape.type) {
    case "polygon":
      return pairs(shape.points);
    case "rectangle": {
      // From version 14 on x and y are a point of it, about which it turns (foundryvtt issue 13298).
      const { width, height, anchorX, anchorY = 0 } = shape;
      const [left, top] = anchorX === undefined ? [x, y] : [x - anchorX * width, y - anchorY * height];
      const ring = [[left, top], [left + width, top], [left + width, top + height], [left, top + height]];
      return turned(ring, anchorX === undefined ? [x + width / 2, y + height / 2] : [x, y], rotation);
    }
    case "circle":
      return ellipse(x, y, shape.radius, shape.radius);
    case "ellipse":
      return turned(ellipse(x, y, shape.radiusX, shape.radiusY), [x, y], rotation);
    default:
      throw new BadScene(`A region has a shape "${shape.type}", which is not polygon, rectangle, circle or ellipse.`);
  }
}

function circle(left, top, radius) {
  return ellipse(left + radius, top + radius, radius, radius);
}

function ellipse(x, y, across, down) {
  return Array.from({ length: 72 }, (_, k) => {
    const turn = (k * Math.PI) / 36;
    return [x + across * Math.cos(turn), y + down * Math.sin(turn)];
  });
}

function turned(ring, [x, y], degrees) {
  if (!degrees) return ring;
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return ring.map(([px, py]) => [x + (px - x) * cos - (py - y) * sin, y + (px - x) * sin + (py - y) * cos]);
}

function pairs(numbers) {
  return Array.from({ length: numbers.length / 2 }, (_, k) => [numbers[2 * k], numbers[2 * k + 1]]);
}

function open(ring) {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 1 && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
}

function centroid(ring) {
  let [area, x, y] = [0, 0, 0];
  ring.forEach(([x1, y1], k) => {
    const [x2, y2] = ring[(k + 1) % ring.length];
    const cross = x1 * y2 - x2 * y1;
    [area, x, y] = [area + cross, x + (x1 + x2) * cross, y + (y1 + y2) * cross];
  });
  return [x / (3 * area), y / (3 * area)];
}

function inInches([x, y], frame) {
  const inch = frame.cell_px / (frame.cell_in ?? 1);
  return [x, y].map((px, k) => Math.round(((px - frame.origin_px[k]) / inch) * 1000) / 1000);
}

/** A word that changes whenever the text does. */
function hash(text) {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let k = 0; k < text.length; k += 1) {
    a = Math.imul(a ^ text.charCodeAt(k), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(k), 0x85ebca6b);
  }
  return [a, b].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** A word that nobody can guess. */
export function secretWord() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
