// The umpire in Foundry. A player's question is a chat message; one game master's browser, which alone is paired with
// the server and may lay tiles, answers it. Who asked is what Foundry's server says, not what the message says.

import { apply, clearOlder, escaped, Stale } from "./apply.mjs";
import { plainText, wordOf, wordsAfter } from "./commands.mjs";
import { lookOut } from "./lookout.mjs";
import { panelClass } from "./panel.mjs";
import { clearHere, prepare } from "./private_answers.mjs";
import { forget, prepareReaches } from "./reaches.mjs";
import { prepareRulers } from "./rulers.mjs";
import { ask, pair, words } from "./server.mjs";
import { generation, OURS, tableOf } from "./table.mjs";

const TIMES_ASKED = 3;
const SETTLED_MS = 20;
const BUTTONS = {
  los: { icon: "fa-solid fa-eye", withTarget: true },
  field: { icon: "fa-solid fa-binoculars" },
  reach: { icon: "fa-solid fa-shoe-prints" },
  range: { icon: "fa-solid fa-crosshairs" },
  fire: { icon: "fa-solid fa-burst", withTarget: true },
  plan: { icon: "fa-solid fa-route", withPoint: true },
  threat: { icon: "fa-solid fa-skull" },
  clear: { icon: "fa-solid fa-eraser", isBare: true },
};

const said = (key) => game.i18n.localize(`BLINDHEX.${key}`);

Hooks.once("init", () => {
  const register = (key, setting) => game.settings.register(OURS, key, setting);
  register("server", {
    name: "BLINDHEX.Settings.Server",
    hint: "BLINDHEX.Settings.ServerHint",
    scope: "client",
    config: true,
    type: String,
    default: "http://127.0.0.1:8642",
  });
  register("open", {
    name: "BLINDHEX.Settings.Open",
    hint: "BLINDHEX.Settings.OpenHint",
    scope: "world",
    config: true,
    type: Boolean,
    default: false,
    onChange: () => forget(),
  });
  register("token", { scope: "client", config: false, type: String, default: "" });
  register("words", { scope: "world", config: false, type: Array, default: [], onChange: showButtons });
  register("sides", { scope: "world", config: false, type: Object, default: {}, onChange: () => forget() });
  register("umpire", { scope: "world", config: false, type: String, default: "" });
  const key = (name, press, editable = []) =>
    game.keybindings.register(OURS, name, { name: `BLINDHEX.Keys.${name}`, editable, onDown: () => (told(press), true) });
  key("los", () => post(lineFor("los")), [{ key: "KeyL", modifiers: ["Control", "Shift"] }]);
  key("clear", () => pressed("clear"));
  prepare();
  const Panel = panelClass((filled) => told(() => save(filled)));
  game.modules?.get(OURS) && (game.modules.get(OURS).openPanel = () => new Panel().render({ force: true }));
  // In version 12 a menu accepts only forms of the older kind; there /blindhex opens the panel.
  if (generation() >= 13) {
    prepareReaches({ umpire: answering, side: sideAsking });
    game.settings.registerMenu(OURS, "panel", {
      name: "BLINDHEX.Settings.Panel",
      label: "BLINDHEX.Settings.Panel",
      hint: "BLINDHEX.Settings.PanelHint",
      icon: "fa-solid fa-scale-balanced",
      type: Panel,
      restricted: true,
    });
  }
});

// Later than init, in which the game system puts its own rulers in the place of Foundry's. Version 12 measures no drag.
Hooks.once("setup", () => {
  if (generation() >= 13) prepareRulers();
});

Hooks.once("ready", async () => {
  if (!isAnswering() || !game.settings.get(OURS, "token")) return;
  await told(async () => game.settings.set(OURS, "words", await words()));
});

Hooks.on("chatMessage", (_, message) => {
  const line = plainText(message);
  const word = wordOf(line);
  if (word !== OURS && !game.settings.get(OURS, "words").includes(word)) return true;
  if (word === OURS) told(() => arrange(wordsAfter(line)));
  else told(() => pressed(word, line));
  return false;
});

Hooks.on("createChatMessage", (message) => {
  if (!isAnswering()) return;
  // A mistyped command is nobody's, and arrives as any other line: the server knows what may be meant.
  const line = message.flags?.[OURS]?.ask ?? plainText(message.content ?? "");
  if (message.flags?.[OURS]?.ask || wordOf(line, "!")) answer(message, line);
});

Hooks.on("getSceneControlButtons", (controls) => {
  const known = game.settings.get(OURS, "words").filter((word) => word in BUTTONS);
  const isOld = Array.isArray(controls);
  const tools = known.map((word, order) => {
    const press = () => told(() => pressed(word));
    // Version 13 calls onChange, and for older modules onClick as well: only one of them may ask.
    const heard = isOld ? { onClick: press } : { onChange: press };
    return { name: `${OURS}-${word}`, title: `BLINDHEX.Buttons.${word}`, icon: BUTTONS[word].icon, button: true, order: 100 + order, ...heard };
  });
  // Version 12 gives a list of groups with lists of tools, version 13 objects of both by their names.
  if (isOld) controls.find((group) => group.name === "token")?.tools.push(...tools);
  else if (controls.tokens) for (const tool of tools) controls.tokens.tools[tool.name] = tool;
});

Hooks.on("renderTokenHUD", (hud, html) => {
  const root = html.querySelector ? html : html[0];
  const unit = (hud.object ?? hud.document?.object)?.document;
  if (!unit || !game.settings.get(OURS, "words").includes("field")) return;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "control-icon", title: said("Buttons.field") });
  button.innerHTML = `<i class="${BUTTONS.field.icon}"></i>`;
  button.addEventListener("click", () => told(() => post(`/field "${nameOf(unit)}"`)));
  root.querySelector(".col.left")?.append(button);
});

const CHANGES = ["Token", "Region", "Drawing", "Wall"].flatMap((kind) => ["create", "update", "delete"].map((verb) => verb + kind));
for (const hook of CHANGES) Hooks.on(hook, (document) => sceneChanged(document.parent));
Hooks.on("updateScene", (scene) => sceneChanged(scene));

Hooks.on("updateToken", (token, changes) => {
  if (!isAnswering() || isOpen() || !game.settings.get(OURS, "token") || !("x" in changes || "y" in changes)) return;
  const tell = (side, sentence) => {
    const content = `<strong>${escaped(game.i18n.localize("BLINDHEX.Told.InSight"))}</strong><br>${escaped(sentence)}`;
    return ChatMessage.create({ content, whisper: listeners(side, ""), speaker: { alias: "Umpire" } });
  };
  told(() => lookOut(token.parent, token.id, tell));
});

let settling = null;

/** Remove, a moment later, what was worked out for the scene before it changed: tiles in the browser that answers, the rest in each. */
function sceneChanged(scene) {
  forget();
  clearTimeout(settling);
  settling = setTimeout(() => {
    told(async () => {
      if (canvas?.scene && canvas.scene.id === scene?.id) clearHere({ olderAlone: true });
      if (scene && isAnswering()) await clearOlder(scene);
    });
  }, SETTLED_MS);
}

/** Who answers: the game master who is paired, or else the one whom Foundry calls active. */
function answering() {
  const paired = game.users.get(game.settings.get(OURS, "umpire"));
  return paired?.isGM && paired.active ? paired : game.users.activeGM;
}

function isAnswering() {
  return answering()?.id === game.user.id;
}

/** Make the buttons anew, now that the server knows more or fewer words. */
function showButtons() {
  if (generation() >= 13) ui.controls?.render({ reset: true });
  else ui.controls?.initialize();
}

/** Run a word of the umpire's, typed or pressed. */
async function pressed(word, typed) {
  if (word === "clear") clearHere();
  const button = BUTTONS[word];
  if (typed) return post(typed);
  if (button.withPoint) {
    const start = lineFor(word);
    ui.notifications.info("Blindhex: click the place.");
    return canvas.stage.once("pointerdown", (event) => {
      const { x, y } = event.getLocalPosition(canvas.stage);
      const { sceneX, sceneY } = canvas.scene.dimensions;
      told(() => post(`${start} "@${Math.round(x - sceneX)},${Math.round(y - sceneY)}"`));
    });
  }
  return post(button.isBare ? `/${word}` : lineFor(word));
}

/** Put a question into the chat, where the asker's side and whoever answers see it. */
function post(line) {
  const heard = listeners(sideOf(game.user.id), game.user.id);
  const umpire = answering();
  const whisper = isOpen() ? [] : [...new Set([...heard, ...(umpire ? [umpire.id] : [])])];
  return ChatMessage.create({ content: escaped(line), whisper, flags: { [OURS]: { ask: line } } });
}

/** Answer a question: what goes wrong is whispered to whoever asked. */
async function answer(message, line) {
  const author = message.author;
  try {
    const side = sideAsking(author);
    const to = side || isOpen() ? "" : author.id;
    const heard = (whom) => {
      if (!whom || isOpen()) return [];
      return whom === author.id ? [whom] : listeners(whom, whom === side ? author.id : "");
    };
    await asked({ words: line, side, to, asker: author.id, id: message.id }, heard);
  } catch (error) {
    await ChatMessage.create({ content: escaped(error.message), whisper: [author.id], speaker: { alias: "Umpire" } });
  }
}

async function asked(question, whisperTo) {
  const scene = canvas.scene;
  if (!scene) throw new Error("There is no scene on the canvas to ask about.");
  for (let time = 1; ; time += 1) {
    const { operations } = await ask(tableOf(scene), { ...question, id: `${question.id}-${time}` });
    try {
      return await apply(scene, operations, whisperTo);
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      if (time === TIMES_ASKED) throw new Error("The scene will not stand still; ask again.");
    }
  }
}

function isOpen() {
  return game.settings.get(OURS, "open");
}

function sideAsking(author) {
  if (isOpen()) return "";
  const side = sideOf(author.id);
  if (!side && !author.isGM) {
    throw new Error(`${author.name} plays no side yet; the game master types /blindhex side "${author.name}" SIDE.`);
  }
  return side;
}

function sideOf(user) {
  return game.settings.get(OURS, "sides")[user] ?? "";
}

/** Who hears what is for a side: its players, whoever asked, and the game masters who play none. */
function listeners(side, asker) {
  const hears = (user) => user.id === asker || (side && sideOf(user.id) === side) || (user.isGM && !sideOf(user.id));
  return game.users.filter(hears).map((user) => user.id);
}

/** The command that a button stands for, about the selected token (and the targeted one). */
function lineFor(word) {
  const { withTarget } = BUTTONS[word];
  const selected = canvas.tokens.controlled[0];
  if (!selected) throw new Error("Select a token first.");
  const target = game.user.targets.first();
  if (withTarget && !target) throw new Error("Target a token first (hover over it and press T).");
  const names = [selected, ...(withTarget ? [target] : [])].map(({ document }) => nameOf(document));
  return `/${word} ${names.map((name) => `"${name}"`).join(" ")}`;
}

function nameOf(token) {
  return token.flags?.[OURS]?.unit?.id ?? token.id;
}

/** /blindhex, /blindhex pair CODE, /blindhex side USER SIDE, /blindhex game RULESET BOARD SIDE SIDE: for the game master. */
async function arrange([verb, ...rest]) {
  if (!game.user.isGM) throw new Error("Only a game master may arrange the game.");
  if (!verb) {
    await game.modules.get(OURS).openPanel();
  } else if (verb === "pair" && rest.length === 1) {
    await paired(rest[0]);
  } else if (verb === "side" && rest.length === 2) {
    const user = game.users.find((one) => one.name === rest[0]);
    if (!user) throw new Error(`There is no user called "${rest[0]}".`);
    await game.settings.set(OURS, "sides", { ...game.settings.get(OURS, "sides"), [user.id]: rest[1] });
    ui.notifications.info(`Blindhex: ${user.name} plays ${rest[1]}.`);
  } else if (verb === "game" && rest.length >= 2) {
    const [ruleset, board, ...sides] = rest;
    await playedBy(ruleset, board, sides);
  } else {
    throw new Error("Type /blindhex, /blindhex pair CODE, /blindhex side USER SIDE, or /blindhex game RULESET BOARD SIDE SIDE.");
  }
}

/** Keep what was filled into the panel, and use the code if there is one. */
async function save({ server, code, ruleset, board, sides, ...more }) {
  await game.settings.set(OURS, "server", server);
  const plays = Object.entries(more).flatMap(([key, side]) => (key.startsWith("side.") ? [[key.slice(5), side]] : []));
  await game.settings.set(OURS, "sides", Object.fromEntries(plays.filter(([, side]) => side)));
  if (ruleset && board) await playedBy(ruleset, board, sides.split(",").map((side) => side.trim()).filter(Boolean));
  if (code?.trim()) await paired(code);
}

async function paired(code) {
  const known = await pair(code);
  await game.settings.set(OURS, "umpire", game.user.id);
  await game.settings.set(OURS, "words", known);
  ui.notifications.info(`Blindhex: paired. Ask ${known.map((one) => `/${one}`).join(", ")}.`);
}

async function playedBy(ruleset, board, sides) {
  if (!canvas?.scene) throw new Error("There is no scene on the canvas.");
  await canvas.scene.update({ flags: { [OURS]: { ruleset, board, sides } } });
  ui.notifications.info(`Blindhex: this scene is played by ${ruleset} on ${board}.`);
}

/** Do something; what goes wrong is shown to this user. */
async function told(act) {
  try {
    await act();
  } catch (error) {
    ui.notifications.error(`Blindhex: ${error.message}`);
  }
}
