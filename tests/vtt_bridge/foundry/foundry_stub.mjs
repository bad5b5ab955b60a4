// A Foundry of version 12, 13 or 14 as its documentation says it behaves, for the module's JavaScript to run in: strict where
// Foundry is. What the versions differ in stands in test_foundry_versions.py, each fact with its source.
//
// Players may not create tiles or upload; settings of the world are the game master's; updates merge and "-=key"
// takes a key off; unknown commands of the chat are an error unless a hook has taken them.

import { File as NodeFile } from "node:buffer";
import { randomBytes } from "node:crypto";

globalThis.File ??= NodeFile;

class Stage {
  once(_, act) {
    this.waiting = act;
  }

  click(x, y) {
    this.waiting?.({ getLocalPosition: () => ({ x, y }) });
  }
}

const TILE_FIELDS = new Set(["_id", "x", "y", "width", "height", "locked", "texture", "flags"]);

class Grid {
  constructor({ type, size, distance, units }) {
    Object.assign(this, { type, size, distance, units });
    this.isHexagonal = type >= 2;
    this.columns = type >= 4;
    this.even = type === 3 || type === 5;
    const long = (2 * size) / Math.sqrt(3);
    this.sizeX = this.isHexagonal && this.columns ? long : size;
    this.sizeY = this.isHexagonal && !this.columns ? long : size;
  }

  getCenterPoint({ i, j }) {
    const [line, place] = this.columns ? [j, i] : [i, j];
    const along = (this.size * (3 * line + 2)) / (2 * Math.sqrt(3));
    const across = this.size * (place + (this.even === (Math.abs(line) % 2 === 1) ? 0 : 0.5));
    return this.columns ? { x: along, y: across } : { x: across, y: along };
  }

  // The nearest of the hexes around: another way than the one the bridge goes.
  getOffset({ x, y }) {
    const stride = this.size * Math.sqrt(0.75);
    const line = Math.floor((this.columns ? x : y) / stride);
    const place = Math.floor((this.columns ? y : x) / this.size);
    let best = [Infinity, null];
    for (let l = line - 2; l <= line + 2; l += 1) {
      for (let p = place - 2; p <= place + 2; p += 1) {
        const offset = this.columns ? { i: p, j: l } : { i: l, j: p };
        const centre = this.getCenterPoint(offset);
        const away = Math.hypot(centre.x - x, centre.y - y);
        if (away < best[0]) best = [away, offset];
      }
    }
    return best[1];
  }
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** What takes a key off in an update from version 14 on. */
class ForcedDeletion {
  toJSON() {
    return { forcedDeletion: true };
  }
}

class CanvasLayer {
  children = [];

  static get layerOptions() {
    return { name: "", baseClass: CanvasLayer };
  }

  addChild(child) {
    this.children.push(child);
    child.destroy = () => (this.children = this.children.filter((one) => one !== child));
  }
}

/** A way as a ruler of version 13 walks along it: each waypoint with the one before and the one after. */
function waypoints(way, more = () => ({})) {
  const chain = way.map(({ x, y, explicit = true }) => ({ x, y, explicit, elevation: 0, measurement: { cost: 99, distance: 99 }, ...more({ x, y }) }));
  chain.forEach((one, k) => Object.assign(one, { index: k, previous: chain[k - 1] ?? null, next: chain[k + 1] ?? null }));
  return chain.map((one) => Object.freeze(one));
}

/** What a ruler shows of each waypoint: its label, and the colour of the segment that leads to it. */
function shownBy(ruler, chain) {
  const state = {};
  return chain.slice(1).map((one) => {
    const context = ruler._getWaypointLabelContext(one, state);
    const { distance, units, cost = {} } = context ?? {};
    const words = context && [distance.total, units, cost.total, cost.units].filter(Boolean).join(" ");
    ruler._getWaypointStyle(one);
    return [words ?? null, ruler._getSegmentStyle(one).color];
  });
}

class AnyRuler {
  _getWaypointLabelContext({ previous, next, explicit = true }) {
    if (!previous || (!explicit && next)) return undefined;
    return { action: {}, cssClass: "", secret: false, units: "u", uiScale: 1, position: {}, distance: { total: "9" }, elevation: {} };
  }

  _getWaypointStyle() {
    return { radius: 6, color: "user", alpha: 1 };
  }

  _getSegmentStyle() {
    return { width: 4, color: "user", alpha: 1 };
  }
}

/** The ruler of a token, which every browser draws for everybody's plans. */
class TokenRuler extends AnyRuler {
  constructor(token) {
    super();
    this.token = token;
  }

  refresh({ plannedMovement }) {
    const [plan] = Object.values(plannedMovement);
    const more = (at) => ({ stage: "planned", center: at, actionConfig: {}, hidden: false, unreachable: false });
    this.shown = plan ? shownBy(this, waypoints(plan.foundPath, more)) : [];
    if (plan) this._getGridHighlightStyle({ ...waypoints(plan.foundPath, more)[0] }, { i: 0, j: 0 });
  }

  _getWaypointLabelContext(waypoint, state) {
    const context = super._getWaypointLabelContext(waypoint, state);
    return context && { ...context, cost: { total: String(waypoint.measurement.cost), units: "u", delta: "+9" } };
  }

  _getGridHighlightStyle() {
    return { color: "user", alpha: 0.5 };
  }
}

/** The tool for measuring: its labels have no cost. */
class Ruler extends AnyRuler {
  #path = [];

  constructor(user) {
    super();
    this.user = user;
  }

  get path() {
    return this.#path;
  }

  set path(way) {
    this.#path = Object.freeze(way.map((one) => Object.freeze({ ...one, elevation: 0 })));
    this.refresh();
  }

  refresh() {
    this.shown = shownBy(this, waypoints(this.#path));
  }
}

class RulerOf12 {}

class Polygon {
  constructor(points) {
    this.points = points;
  }

  contains(x, y) {
    let inside = false;
    const { points } = this;
    for (let k = 0, last = points.length - 2; k < points.length; last = k, k += 2) {
      const [x0, y0, x1, y1] = [points[k], points[k + 1], points[last], points[last + 1]];
      if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
    }
    return inside;
  }
}

class ApplicationV2 {
  async render({ force } = {}) {
    if (!force) return this;
    this.element = { innerHTML: "" };
    this._replaceHTML(await this._renderHTML(await this._prepareContext()), this.element, {});
    ApplicationV2.shown = this;
    return this;
  }

  /** What a user fills in and sends off. */
  submit(object) {
    return this.constructor.DEFAULT_OPTIONS.form.handler.call(this, {}, this.element, { object });
  }
}

const plain = (value) => JSON.parse(JSON.stringify(value));
const newId = () => randomBytes(8).toString("hex");

function merge(into, changes) {
  for (const [key, value] of Object.entries(changes)) {
    if (key.startsWith("-=")) delete into[key.slice(2)];
    else if (value?.forcedDeletion) delete into[key];
    else if (value && typeof value === "object" && !Array.isArray(value)) {
      if (!into[key] || typeof into[key] !== "object") into[key] = {};
      merge(into[key], value);
    } else into[key] = value;
  }
}

class Doc {
  constructor(data) {
    Object.assign(this, plain(data));
    Object.defineProperty(this, "id", { get: () => this._id });
  }

  toObject() {
    return plain(this);
  }

  async update(changes) {
    if (Doc.world?.version >= 14 && JSON.stringify(changes).includes('"-=')) Doc.world.notes.push(["warning", "-= is on its way out"]);
    for (const key of ["x", "y"]) if (key in changes && !Number.isInteger(changes[key])) throw new Error(`${key}: not an integer`);
    merge(this, plain(changes));
    Doc.world?.changed(this, changes);
    return this;
  }
}

/** A token. From version 13 on it walks where an update puts it, and walls stop it; who is displaced goes through. */
class TokenDoc extends Doc {
  constructor(data) {
    super(data);
    if (Doc.world.version >= 13) {
      const move = async ({ x, y, action = "walk" }) => super.update(action === "displace" ? { x, y } : this.walked({ x, y }));
      Object.defineProperty(this, "move", { value: move });
    }
  }

  async update(changes) {
    return super.update(Doc.world.version >= 13 ? this.walked(changes) : changes);
  }

  walked({ x = this.x, y = this.y, ...changes }) {
    const way = [this.x, this.y, x, y];
    const isStopped = (Doc.world.scene.walls ?? []).some(({ c, move }) => move !== 0 && doCross(way, c));
    return isStopped || (x === this.x && y === this.y) ? changes : { x, y, ...changes };
  }
}

function doCross([ax, ay, bx, by], [cx, cy, dx, dy]) {
  const side = (x, y, px, py, qx, qy) => Math.sign((qx - px) * (y - py) - (qy - py) * (x - px));
  return side(ax, ay, cx, cy, dx, dy) !== side(bx, by, cx, cy, dx, dy) && side(cx, cy, ax, ay, bx, by) !== side(dx, dy, ax, ay, bx, by);
}

class Collected extends Array {
  get(id) {
    return this.find((one) => (one._id ?? one.id) === id);
  }
}

export class World {
  constructor(scene, users, { dimensions, version = 13 }) {
    Doc.world = this;
    this.version = version;
    this.keys = {};
    this.menus = {};
    this.layers = {};
    this.pages = {};
    this.sent = [];
    this.isReady = false;
    this.hooks = {};
    this.said = [];
    this.files = {};
    this.notes = [];
    this.inFlight = 0;
    this.drawn = 0;
    this.settings = {};
    this.users = Collected.from(users);
    Object.defineProperty(this.users, "activeGM", { get: () => this.users.find((user) => user.isGM && user.active) ?? null });
    this.scene = new Doc({ ...scene, tokens: [], tiles: [] });
    const tokens = Collected.from(scene.tokens.map((token) => new TokenDoc(token)));
    const tiles = Collected.from((scene.tiles ?? []).map((tile) => new Doc(tile)));
    Object.defineProperties(this.scene, {
      tokens: { value: tokens, enumerable: true },
      tiles: { get: () => this.tiles, enumerable: true },
      dimensions: { value: dimensions },
    });
    this.tiles = tiles;
    const grid = new Grid(scene.grid);
    const asData = scene.grid;
    this.scene.grid = grid;
    this.scene.toObject = () => ({ ...plain({ ...this.scene, grid: asData }), tokens: plain(tokens), tiles: plain(this.tiles) });
    this.scene.createEmbeddedDocuments = async (kind, list) => this.create(kind, list);
    this.scene.updateEmbeddedDocuments = async (kind, list) => this.update(kind, list);
    this.scene.deleteEmbeddedDocuments = async (kind, ids) => this.remove(kind, ids);
    this.user = null;
  }

  /** Sit down as a user: what the module sees from now on is this user's browser. */
  as(name) {
    const world = this;
    const { version } = this;
    this.user = this.users.find((user) => user.name === name);
    this.user.targets ??= new Set();
    this.user.targets.first = () => [...this.user.targets][0];
    if (version >= 13) for (const user of this.users) user.query = (query, data) => this.query(user, query, data);
    for (const user of this.users) user.isSelf = user === this.user;
    globalThis.game = {
      user: this.user,
      users: this.users,
      version: `${version}.351`,
      release: { generation: version },
      settings: this.settingsOf(this.user),
      keybindings: {
        register: (module, key, binding) => {
          if (this.isReady) throw new Error("keybindings can be registered in init alone");
          this.keys[`${module}.${key}`] = binding;
        },
      },
      i18n: { localize: (key) => key, format: (key, data) => `${key} ${Object.values(data).join(" ")}`.trim() },
      modules: new Map([["blindhex", (this.module ??= {})]]),
    };
    globalThis.CONFIG = (this.config ??= {
      statusEffects: [{ id: "prone" }],
      Canvas: { layers: {}, rulerClass: version >= 13 ? Ruler : RulerOf12 },
      Token: version >= 13 ? { rulerClass: TokenRuler } : {},
      ...(version >= 13 ? { queries: {} } : {}),
    });
    globalThis.canvas = (this.pages[name] ??= { scene: this.scene, tokens: { controlled: [], placeables: this.placeables(name) }, stage: new Stage() });
    const layer = CONFIG.Canvas.layers.blindhex;
    if (layer) canvas.blindhex ??= new layer.layerClass();
    globalThis.ui = {
      notifications: { info: (words) => this.notes.push(["info", words]), error: (words) => this.notes.push(["error", words]) },
      // Each version has the one and not the other.
      controls: version >= 13 ? { render: ({ reset }) => reset && (this.drawn += 1) } : { initialize: () => (this.drawn += 1) },
    };
    globalThis.ChatMessage = { create: (data) => world.say(data) };
    const operators = version >= 14 ? { data: { operators: { ForcedDeletion } } } : {};
    const layers = version >= 13 ? { canvas: { layers: { CanvasLayer } } } : {};
    globalThis.CanvasLayer = version >= 13 ? undefined : CanvasLayer;
    globalThis.PIXI = { Polygon, Sprite: class { constructor(texture) { this.texture = texture; } }, Texture: { fromURL: async (src) => ({ src }) } };
    globalThis.document = { createElement: () => ({ addEventListener(kind, act) { this[kind] = act; } }) };
    globalThis.foundry = { applications: { api: { ApplicationV2 }, apps: { FilePicker: { implementation: world.picker() } } }, ...operators, ...layers };
    globalThis.Hooks = {
      on: (hook, act) => (this.hooks[hook] ??= []).push(act),
      once: (hook, act) => (this.hooks[hook] ??= []).push(act),
    };
    return this;
  }

  /** A game system has rulers of its own, which it names in init as well; a token's is made when the token is drawn. */
  systemRulers() {
    if (this.version < 13) return;
    CONFIG.Token.rulerClass = class SystemRuler extends CONFIG.Token.rulerClass {
      _getWaypointLabelContext(waypoint, state) {
        const context = super._getWaypointLabelContext(waypoint, state);
        return context && { ...context, units: "sys" };
      }
    };
  }

  /** The tokens on a user's canvas. Everybody may drag every token here: what he may know is for the module to see to. */
  placeables(name) {
    const world = this;
    return this.scene.tokens.map((document) => {
      const token = {
        document,
        isOwner: true,
        plans: {},
        bounds: { contains: (x, y) => x >= document.x && y >= document.y && x < document.x + this.scene.grid.sizeX && y < document.y + this.scene.grid.sizeY },
        renderFlags: { set: ({ refreshRuler }) => refreshRuler && world.sitting(name, () => token.refresh()) },
        refresh: () => (token.ruler ??= new CONFIG.Token.rulerClass(token)).refresh({ passedWaypoints: [], pendingWaypoints: [], plannedMovement: token.plans }),
      };
      Object.defineProperty(document, "parent", { value: this.scene, configurable: true });
      return token;
    });
  }

  /** This user sees a token dragged, by himself if nobody else is named, or let go of. Others are not shown it here: all browsers have one memory in this process. */
  drag(id, way, user = this.user.id) {
    const token = canvas.tokens.placeables.find(({ document }) => document.id === id);
    token.plans = way ? { [user]: { foundPath: way } } : {};
    token.renderFlags.set({ refreshRuler: true, refreshState: true });
  }

  sitting(name, act) {
    const before = this.user.name;
    this.as(name);
    act();
    this.as(before);
  }

  /** A query goes to one user's browser and to nobody else's (version 13 on). */
  async query(user, name, data) {
    const asking = this.user.name;
    if (!user.active || !CONFIG.queries[name]) throw new Error(`${user.name} cannot be asked ${name}`);
    this.sent.push([user.id, name, { ...plain(data), src: undefined }]);
    this.as(user.name);
    const answer = CONFIG.queries[name](plain(data));
    this.as(asking);
    return answer;
  }

  /** A document was changed, and every browser is told. */
  changed(document, changes = {}) {
    const kind = document === this.scene ? "updateScene" : "updateToken";
    if (kind === "updateToken") Object.defineProperty(document, "parent", { value: this.scene, configurable: true });
    const who = this.user.id;
    this.as((this.umpire ?? this.user).name);
    for (const act of this.hooks[kind] ?? []) act(document, plain(changes), {}, who);
  }

  /** Whose browser answers. */
  get umpire() {
    const paired = this.users.get(this.settings["blindhex.umpire"]?.value);
    return paired?.active ? paired : this.users.activeGM;
  }

  settingsOf(user) {
    const found = (module, key) => {
      const setting = this.settings[`${module}.${key}`];
      if (!setting) throw new Error(`"${module}.${key}" is not a registered game setting`);
      return setting;
    };
    return {
      register: (module, key, setting) => (this.settings[`${module}.${key}`] ??= { ...setting, value: setting.default }),
      get: (module, key) => found(module, key).value,
      registerMenu: (module, key, menu) => {
        const isKnown = this.version >= 13 ? menu.type.prototype instanceof ApplicationV2 : false;
        if (!isKnown) throw new Error("You must provide a menu type that is a FormApplication");
        this.menus[`${module}.${key}`] = menu;
      },
      set: async (module, key, value) => {
        const setting = found(module, key);
        if (setting.scope === "world" && !user.isGM) throw new Error(`User ${user.name} lacks permission to update Setting`);
        setting.value = plain(value);
        setting.onChange?.(setting.value, {}, user.id);
        return value;
      },
    };
  }

  picker() {
    return {
      createDirectory: async (_, path) => {
        if (this.folder === path) throw new Error(`EEXIST: file already exists, mkdir '${path}'`);
        this.folder = path;
      },
      upload: async (source, path, file) => {
        if (!this.user.isGM) throw new Error("You do not have permission to upload files");
        if (source !== "data" || this.folder !== path) throw new Error(`Directory ${path} does not exist`);
        if (!(file instanceof File) || file.type !== "image/png") throw new Error("Invalid file type");
        this.files[`${path}/${file.name}`] = Buffer.from(await file.arrayBuffer());
        return { status: "success", path: `${path}/${file.name}` };
      },
    };
  }

  /** What a user types into the chat. */
  async type(line) {
    // Version 14 hands over the HTML of its editor.
    const handed = this.version >= 14 ? `<p>${escaped(line)}</p>` : line.trim();
    for (const act of this.hooks.chatMessage ?? []) if (act({}, handed, {}) === false) return this.settle();
    if (line.startsWith("/")) throw new Error(`${line} is not a valid chat message command`);
    await this.say({ content: handed });
    return this.settle();
  }

  /** A button of the scene controls is pressed, as this version calls its tool. */
  press(name) {
    const isOld = this.version < 13;
    const controls = isOld ? [{ name: "token", tools: [] }] : { tokens: { tools: {} } };
    this.call("getSceneControlButtons", controls);
    const tools = isOld ? controls[0].tools : Object.values(controls.tokens.tools);
    const tool = tools.find((one) => one.name === name);
    if (isOld) return tool.onClick(true);
    if (!tool.onChange) throw new Error("a button needs onChange");
    tool.onChange({}, true);
    tool.onClick?.(true);
  }

  async say(data) {
    if (typeof data.content !== "string" || !data.content) throw new Error("ChatMessage: content may not be blank");
    const message = { id: newId(), author: this.user, whisper: [], flags: {}, ...plain(data) };
    this.said.push(message);
    const speaking = this.user;
    // Every browser is told; who answers is left in the chair, for his answer takes a while.
    const { umpire } = this;
    const others = this.users.filter((user) => user.active && user !== umpire);
    for (const user of [...others, ...(umpire ? [umpire] : [])]) {
      this.as(user.name);
      for (const act of this.hooks.createChatMessage ?? []) act(message, {}, speaking.id);
    }
    return message;
  }

  /** Wait until the module has come to rest: nothing asked, and nothing done for a while. */
  async settle() {
    for (let quiet = 0; quiet < 4; quiet += 1) {
      const before = this.said.length + this.notes.length + this.tiles.length;
      await new Promise((done) => setTimeout(done, 25));
      if (this.inFlight || before !== this.said.length + this.notes.length + this.tiles.length) quiet = -1;
    }
  }

  create(kind, list) {
    if (!this.user.isGM) throw new Error(`User ${this.user.name} lacks permission to create ${kind}`);
    if (kind !== "Tile" || !Array.isArray(list)) throw new Error(`not expected: ${kind}`);
    for (const data of list) this.checkTile(data);
    const made = list.map((data) => new Doc({ _id: newId(), ...data }));
    this.tiles.push(...made);
    return made;
  }

  update(kind, list) {
    for (const { _id, ...changes } of list) {
      this.checkTile(changes);
      const tile = this.tiles.get(_id);
      if (!tile) throw new Error(`${kind} ${_id} does not exist`);
      merge(tile, plain(changes));
    }
  }

  remove(kind, ids) {
    for (const id of ids) if (!this.tiles.get(id)) throw new Error(`${kind} ${id} does not exist`);
    this.tiles = Collected.from(this.tiles.filter((tile) => !ids.includes(tile._id)));
  }

  checkTile(data) {
    for (const key of Object.keys(data)) if (!TILE_FIELDS.has(key)) throw new Error(`Tile validation errors: ${key}`);
    for (const key of ["x", "y"]) if (!Number.isInteger(data[key])) throw new Error(`Tile validation errors: ${key}`);
    if (!/\.png(\?.*)?$/.test(data.texture.src)) throw new Error("Tile validation errors: texture.src");
  }

  call(hook, ...args) {
    for (const act of this.hooks[hook] ?? []) act(...args);
  }
}
