// The stage: one world that is moved and scaled as a whole, by drag, wheel, pinch and keys; and marks drawn on top of it.

/** @typedef {[number, number]} Px  a point of the scene, in its pixels */
/** @typedef {{down: (px: Px) => void, move: (px: Px) => void, up: (px: Px, wasDrawn: boolean) => void, leave: () => void}} Pen  what one finger or
 *   the mouse draws; it is left where two fingers move the map */

const LEAST = 0.08;
const MOST = 6;
const TAP_PX = 6; // moving a finger or mouse less than this is not a drag
const KEY_PX = 80;
const WORDS_PX = 28; // above the end of a way, and what states its counter has
const LINE_PX = 18;
const EDGE_PX = 60;
const DESK_PX = 24; // of the desk beyond the map's edge
const NEAR = 0.9; // from this scale on there is room for words
const SETTLED_MS = 140;
const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} said */
export function svgMade(name, said = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(said)) made.setAttribute(key, String(value));
  return made;
}

/** @param {{stage: HTMLElement, world: HTMLElement, marks: Element}} el */
export function makeStage({ stage, world, marks }) {
  const view = { x: 0, y: 0, k: 1 };
  let size = [1, 1];
  let beyond = [0, 0]; // how far things stand out over the edges of the scene, across and down
  let room = [1, 1]; // in the window; measured once, as measuring in every frame of a pan makes the browser lay out the page again
  let settling = 0;
  let scaled = 0; // the scale that the world was last painted for
  /** @type {Set<() => void>} */
  const movers = new Set();
  /** @type {Set<(px: Px, event: PointerEvent) => void>} */
  const tappers = new Set();
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  /** @type {Set<() => void>} */
  const resters = new Set();
  let wasDragged = false;
  /** @type {Pen | null} */
  let pen = null; // draws, instead of the map being moved
  let isDrawing = false;
  /** @type {{x: number, y: number, k: number, least: number} | null} */
  let fitted = null; // where the world was put to show all of it

  const layers = Object.fromEntries(["way", "lights", "spot"].map((name) => [name, marks.appendChild(svgMade("g", { class: name }))]));

  function put() {
    const [width, height] = room;
    const keep = 60; // this much of the world stays in the window
    view.x = Math.min(width - keep, Math.max(keep - size[0] * view.k, view.x));
    view.y = Math.min(height - keep, Math.max(keep - size[1] * view.k, view.y));
    world.style.transform = `translate(${Math.round(view.x)}px, ${Math.round(view.y)}px) scale(${view.k})`; // whole pixels are quicker to move
    for (const hear of movers) hear();
    settle();
  }

  /** Where the world starts so that no window is wasted on what lies beyond it. @param {number} start @param {number} length @param {number} room @param {number} out */
  function withinEdges(start, length, room, out) {
    const desk = DESK_PX + out * view.k;
    if (length <= room) return (room - length) / 2;
    return Math.min(desk, Math.max(room - length - desk, start));
  }

  // A scaled world is painted again, sharply, once it stands still.
  function settle() {
    clearTimeout(settling);
    settling = setTimeout(() => {
      if (scaled !== view.k) {
        scaled = view.k;
        world.style.setProperty("--zoom", String(view.k));
        world.classList.toggle("near", view.k >= NEAR);
        world.style.willChange = "auto";
        requestAnimationFrame(() => requestAnimationFrame(() => { world.style.willChange = "transform"; }));
      }
      for (const hear of resters) hear();
    }, SETTLED_MS);
  }

  /** @param {number} k @param {number} x @param {number} y */
  function zoomAt(k, x, y) {
    const next = Math.min(MOST, Math.max(LEAST, k));
    view.x = x - ((x - view.x) * next) / view.k;
    view.y = y - ((y - view.y) * next) / view.k;
    view.k = next;
    put();
  }

  const inStage = (/** @type {{clientX: number, clientY: number}} */ event) => {
    const box = stage.getBoundingClientRect();
    return /** @type {Px} */ ([event.clientX - box.left, event.clientY - box.top]);
  };

  const toMap = (/** @type {{clientX: number, clientY: number}} */ event) => {
    const [x, y] = inStage(event);
    return /** @type {Px} */ ([(x - view.x) / view.k, (y - view.y) / view.k]);
  };

  const toStage = (/** @type {Px} */ [x, y]) => /** @type {Px} */ ([view.x + x * view.k, view.y + y * view.k]);

  /** @param {number} [least] a scale that is not gone below, for maps that would be too small to read */
  function fit(least = 0) {
    const { clientWidth: width, clientHeight: height } = stage;
    view.k = Math.min(MOST, Math.max(least, LEAST, Math.min((width - DESK_PX) / (size[0] + 2 * beyond[0]), (height - DESK_PX) / (size[1] + 2 * beyond[1]))));
    view.x = (width - size[0] * view.k) / 2;
    view.y = (height - size[1] * view.k) / 2;
    put();
    fitted = { ...view, least };
  }

  /** Whether nobody has moved or scaled the world since. */
  const isFitted = () => Boolean(fitted) && ["x", "y", "k"].every((part) => /** @type {any} */ (fitted)[part] === /** @type {any} */ (view)[part]);

  /** Brings a point into the middle, at a scale. @param {Px} px @param {number} k */
  function look(px, k) {
    view.k = Math.min(MOST, Math.max(LEAST, k));
    view.x = stage.clientWidth / 2 - px[0] * view.k;
    view.y = stage.clientHeight / 2 - px[1] * view.k;
    put();
  }

  /** @param {number} factor */
  const zoomBy = (factor) => zoomAt(view.k * factor, stage.clientWidth / 2, stage.clientHeight / 2);

  /** @param {number} x @param {number} y */
  function panBy(x, y) {
    view.x += x;
    view.y += y;
    put();
  }

  const isGround = (/** @type {Event} */ event) => !(/** @type {Element} */ (event.target)).closest(".token, .card, .zoom, .on-map, .coach, button");

  stage.addEventListener("wheel", (event) => {
    if (/** @type {Element} */ (event.target).closest(".card, .on-map")) return;
    event.preventDefault();
    const step = event.deltaMode ? event.deltaY * 30 : event.deltaY;
    const [x, y] = inStage(event);
    zoomAt(view.k * Math.exp(-step * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
  }, { passive: false });

  stage.addEventListener("pointerdown", (event) => {
    if (!isGround(event) || event.button > 1) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) wasDragged = false;
    stage.setPointerCapture(event.pointerId);
    if (isDrawing) pen?.leave();
    isDrawing = Boolean(pen) && fingers.size === 1 && event.button === 0;
    if (isDrawing) pen?.down(toMap(event));
  });

  stage.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    if (fingers.size === 1) {
      if (!wasDragged && Math.hypot(dx, dy) < TAP_PX) return;
      wasDragged = true;
      if (isDrawing) pen?.move(toMap(event));
      else {
        stage.classList.add("moving");
        panBy(dx, dy);
      }
    } else if (fingers.size === 2) {
      wasDragged = true;
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1] ?? finger;
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      const [x, y] = inStage({ clientX: (finger.x + other.x) / 2, clientY: (finger.y + other.y) / 2 });
      if (before > 0) zoomAt((view.k * after) / before, x, y);
      panBy(dx / 2, dy / 2);
    }
    Object.assign(finger, { x: event.clientX, y: event.clientY });
  });

  const lifted = (/** @type {PointerEvent} */ event) => {
    if (!fingers.delete(event.pointerId)) return;
    stage.classList.remove("moving");
    if (isDrawing) {
      isDrawing = false;
      if (event.type === "pointercancel") pen?.leave();
      else pen?.up(toMap(event), wasDragged);
      return;
    }
    if (pen || wasDragged || fingers.size || event.type === "pointercancel") return;
    for (const tap of tappers) tap(toMap(event), event);
  };
  stage.addEventListener("pointerup", lifted);
  stage.addEventListener("pointercancel", lifted);

  stage.addEventListener("keydown", (event) => {
    if (/** @type {Element} */ (event.target).closest(".card, .on-map") || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => panBy(KEY_PX, 0), ArrowRight: () => panBy(-KEY_PX, 0), ArrowUp: () => panBy(0, KEY_PX), ArrowDown: () => panBy(0, -KEY_PX),
      "+": () => zoomBy(1.25), "=": () => zoomBy(1.25), "-": () => zoomBy(0.8), 0: () => fit(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  new ResizeObserver(() => {
    room = [stage.clientWidth, stage.clientHeight];
    if (isFitted()) fit(fitted?.least);
    else put();
  }).observe(stage);
  room = [stage.clientWidth, stage.clientHeight];
  world.style.willChange = "transform";

  return {
    toMap, toStage, fit, zoomBy, panBy, look,
    /** Lets one finger or the mouse draw with a pen; or move the map again, with none. @param {Pen | null} wanted */
    draws(wanted) {
      pen = wanted;
      isDrawing = false;
    },
    /** Another scale, about the middle of the window. @param {number} k */
    zoomTo: (k) => zoomAt(k, stage.clientWidth / 2, stage.clientHeight / 2),
    get zoom() { return view.k; },
    /** The part of the scene that the window shows, and its scale. */
    seen() {
      const { clientWidth: width, clientHeight: height } = stage;
      return { left: -view.x / view.k, top: -view.y / view.k, right: (width - view.x) / view.k, bottom: (height - view.y) / view.k, k: view.k };
    },
    /** The scene's size, and what stands out over its edges across and down, in its pixels. @param {[number, number]} px @param {[number, number]} [out] */
    resize(px, out = [0, 0]) {
      size = px;
      beyond = out;
      Object.assign(world.style, { width: `${px[0]}px`, height: `${px[1]}px` });
      marks.setAttribute("viewBox", `0 0 ${px[0]} ${px[1]}`);
      put();
    },
    /** Brings a point into the middle of what is not covered, if it is not well in there already. @param {Px} px @param {number} [below] @param {number} [above] */
    show(px, below = 0, above = 0) {
      const [x, y] = toStage(px);
      const [width, height] = [stage.clientWidth, stage.clientHeight - below];
      if (x > EDGE_PX && y > above + EDGE_PX && x < width - EDGE_PX && y < height - EDGE_PX) return;
      view.x = withinEdges(view.x + width / 2 - x, size[0] * view.k, width, beyond[0]);
      view.y = below || above ? view.y + (above + height) / 2 - y : withinEdges(view.y + height / 2 - y, size[1] * view.k, height, beyond[1]);
      put();
    },
    /** Draws a way through points of the scene, and where it stops on the way; none takes it off.
     * @param {Px[]} points @param {{stopsAt?: Px | null, words?: string, clear?: number}} [told]  the words keep clear of what lies there */
    drawWay(points, { stopsAt = null, words = "", clear = 0 } = {}) {
      layers.way.replaceChildren();
      if (points.length < 2) return;
      const line = points.map((at) => at.join()).join(" ");
      layers.way.append(svgMade("polyline", { points: line, class: "under" }), svgMade("polyline", { points: line }));
      const [x, y] = stopsAt ?? points[points.length - 1];
      layers.way.append(svgMade("circle", { cx: x, cy: y, r: 9, class: stopsAt ? "stop" : "end" }));
      if (!words) return;
      words.split("\n").reverse().forEach((line, k) => {
        const label = layers.way.appendChild(svgMade("text", { x, y: y - clear - (WORDS_PX + k * LINE_PX) / view.k }));
        label.textContent = line;
      });
    },
    /** Lights outlines up, until others are; the same twice is no brighter. @param {Px[][]} rings */
    light(rings) {
      const outlines = new Set(rings.map((ring) => ring.map((at) => at.join()).join(" ")));
      layers.lights.replaceChildren(...[...outlines].map((points) => svgMade("polygon", { points })));
    },
    /** Marks a point of the scene. @param {Px | null} at @param {Px[]} ring */
    markSpot(at, ring = []) {
      layers.spot.replaceChildren();
      if (ring.length) layers.spot.append(svgMade("polygon", { points: ring.map((one) => one.join()).join(" ") }));
      else if (at) layers.spot.append(svgMade("circle", { cx: at[0], cy: at[1], r: 12 }));
    },
    /** Rings points of the scene, until others are. @param {Px[]} points @param {number} [least]  how large, in its pixels */
    ring(points, least = 22) {
      layers.spot.replaceChildren(...points.map(([cx, cy]) => svgMade("circle", { cx, cy, r: Math.max(least, 16 / view.k) })));
    },
    /** A tap or click on the ground. @param {(px: Px, event: PointerEvent) => void} hearer */
    tapped: (hearer) => { tappers.add(hearer); },
    /** Once it stands still after a pan or zoom. @param {() => void} hearer */
    settled: (hearer) => { resters.add(hearer); },
    /** After every pan and zoom. @param {() => void} hearer */
    moved: (hearer) => { movers.add(hearer); },
  };
}

/** @typedef {ReturnType<typeof makeStage>} Stage */
