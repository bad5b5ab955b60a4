// A board or scenario that is being drawn: the document itself, changed by small steps that can be taken back.

/** @typedef {[number, number]} Px */
/** @typedef {Record<string, any>} Doc */

/** @param {string} ground @param {number} across @param {number} down @returns {Doc} */
export function blank(ground, across, down) {
  const head = { format: "blindhex-board/1", name: "My board", ground };
  return ground === "hex"
    ? { ...head, grid: { columns: across, rows: down, top: "flat", first_column: "high" }, hexes: {} }
    : { ...head, width_in: across, depth_in: down, pieces: [] };
}

/** @param {Doc} first */
export function makeDraft(first) {
  let doc = structuredClone(first);
  /** @type {string[]} */
  const before = [];
  const board = () => (doc.format === "blindhex-scenario/1" ? doc.board : doc);

  /** @param {(now: Doc) => void} change */
  function change(change) {
    before.push(JSON.stringify(doc));
    if (before.length > 200) before.shift();
    change(doc);
  }

  return {
    get doc() { return doc; },
    get board() { return board(); },
    get isScenario() { return doc.format === "blindhex-scenario/1"; },
    get canUndo() { return before.length > 0; },
    change,
    undo() { const last = before.pop(); if (last) doc = JSON.parse(last); },

    /** A hex takes a terrain, or loses it if it has it. @param {string} label @param {string} terrain */
    paint: (label, terrain) => change(() => {
      const hex = hexOf(board(), label);
      const had = hex.terrain ?? [];
      const rest = had.filter((/** @type {string} */ one) => one !== terrain && !(["urban", "rural"].includes(one) && ["urban", "rural"].includes(terrain)));
      hex.terrain = had.includes(terrain) ? rest : [...rest, terrain];
      tidy(board(), label);
    }),
    /** @param {string} label @param {number} by */
    raise: (label, by) => change(() => {
      const hex = hexOf(board(), label);
      hex.level = Math.max(-9, Math.min(9, (hex.level ?? 0) + by));
      tidy(board(), label);
    }),
    /** What stands on a hexside comes, or goes if it is there. @param {string[]} between @param {string} terrain */
    fence: (between, terrain) => change(() => {
      const sides = (board().hexsides ??= []);
      const same = (/** @type {Doc} */ one) => one.between.includes(between[0]) && one.between.includes(between[1]);
      const there = sides.find(same);
      board().hexsides = sides.filter((/** @type {Doc} */ one) => !same(one));
      if (there?.terrain !== terrain) board().hexsides.push({ between, terrain });
    }),
    /** @param {string} terrain @param {string[]} path */
    line: (terrain, path) => change(() => { (board().lines ??= []).push({ terrain, path }); }),
    /** A piece of a table: an area of three points or more, or a line or point with a width. @param {string} terrain @param {Px[]} points @param {number} level @param {number} width */
    piece: (terrain, points, level, width) => change(() => {
      const ids = new Set(board().pieces.map((/** @type {Doc} */ one) => one.id));
      let number = 1;
      while (ids.has(`${terrain}-${number}`)) number += 1;
      const shape = width > 0
        ? points.length === 1 ? { type: "Point", coordinates: points[0] } : { type: "LineString", coordinates: points }
        : { type: "Polygon", coordinates: [[...points, points[0]]] };
      board().pieces.push({ id: `${terrain}-${number}`, terrain, shape, ...(width > 0 ? { width_in: width } : {}), ...(level ? { level } : {}) });
    }),
    /** Everything that is drawn in a hex, or the unit that stands there first. @param {string} label */
    eraseHex: (label) => change(() => {
      const units = doc.units ?? [];
      if (units.some((/** @type {Doc} */ one) => one.at === label)) {
        doc.units = units.filter((/** @type {Doc} */ one) => one.at !== label);
        return;
      }
      const at = board();
      delete at.hexes?.[label];
      if (at.hexsides) at.hexsides = at.hexsides.filter((/** @type {Doc} */ one) => !one.between.includes(label));
      if (at.lines) at.lines = at.lines.filter((/** @type {Doc} */ one) => !one.path.includes(label));
      if (at.outlines) at.outlines = at.outlines.filter((/** @type {Doc} */ one) => one.in !== label);
    }),
    /** The unit within an inch of a spot, or else the piece drawn last that lies there. @param {Px} spot */
    eraseSpot: (spot) => change(() => {
      const near = (doc.units ?? []).find((/** @type {Doc} */ one) => Array.isArray(one.at) && Math.hypot(one.at[0] - spot[0], one.at[1] - spot[1]) < 1);
      if (near) doc.units = doc.units.filter((/** @type {Doc} */ one) => one !== near);
      else {
        const last = board().pieces.findLastIndex((/** @type {Doc} */ one) => covers(one, spot));
        if (last >= 0) board().pieces.splice(last, 1);
      }
    }),
    /** @param {string} type @param {string} side @param {string | Px} at @param {number} facing @param {boolean} faces */
    stand: (type, side, at, facing, faces) => change(() => {
      const ids = new Set((doc.units ??= []).map((/** @type {Doc} */ one) => one.id));
      let number = 1;
      while (ids.has(`${side}.${number}`)) number += 1;
      doc.units.push({ id: `${side}.${number}`, type, side, at, ...(faces ? { facing_deg: facing } : {}) });
    }),
    /** A scenario on this board, if it is none yet. @param {string} ruleset @param {string[]} sides */
    asScenario: (ruleset, sides) => change(() => {
      if (doc.format === "blindhex-scenario/1") return;
      doc = { format: "blindhex-scenario/1", name: doc.name, ruleset, board: doc, sides, units: [], length: ruleset === "lhy" ? { minutes: 30 } : { turns: 8 } };
    }),
  };
}

/** @typedef {ReturnType<typeof makeDraft>} Draft */

/** @param {Doc} board @param {string} label */
const hexOf = (board, label) => ((board.hexes ??= {})[label] ??= {});

// Open ground of level 0 is not written down.
/** @param {Doc} board @param {string} label */
function tidy(board, label) {
  const hex = board.hexes[label];
  if (!hex.terrain?.length) delete hex.terrain;
  if (!hex.level) delete hex.level;
  if (!Object.keys(hex).length) delete board.hexes[label];
}

/** @param {Doc} piece @param {Px} spot */
function covers({ shape, width_in: width }, [x, y]) {
  const rings = shape.type === "Polygon" ? shape.coordinates : shape.type === "MultiPolygon" ? shape.coordinates.flat() : [];
  let inside = false;
  for (const ring of rings) {
    for (let k = 0, j = ring.length - 1; k < ring.length; j = k, k += 1) {
      const [[ax, ay], [bx, by]] = [ring[k], ring[j]];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  if (rings.length) return inside;
  const points = shape.type === "Point" ? [shape.coordinates, shape.coordinates] : shape.coordinates;
  return points.slice(1).some((/** @type {Px} */ [bx, by], /** @type {number} */ k) => {
    const [ax, ay] = points[k];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) : 0;
    return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)) <= Math.max(0.5, (width ?? 0) / 2);
  });
}
