// The umpire in Foundry. A player's question is a chat message; the game master's browser, which alone is paired
// with the server and may lay tiles, answers it. Who asked is what Foundry's server says, not what the message says.

import { apply, escaped, Stale } from "./apply.mjs";
import { commandOf, questionOf } from "./commands.mjs";
import { ask, asks, pair } from "./server.mjs";
import { OURS, tableOf } from "./table.mjs";

const TIMES_ASKED = 3;
const BUTTONS = {
  los: { title: "LOS from the selected to the targeted token", icon: "fa-solid fa-eye", withTarget: true },
  field: { title: "Everything the selected token sees", icon: "fa-solid fa-binoculars" },
  reach: { title: "Where the selected token can go", icon: "fa-solid fa-shoe-prints" },
  range: { title: "How far the selected token shoots", icon: "fa-solid fa-crosshairs" },
  fire: { title: "The selected token fires at the targeted one", icon: "fa-solid fa-burst", withTarget: true },
};

Hooks.once("init", () => {
  const register = (key, setting) => game.settings.register(OURS, key, setting);
  register("server", {
    name: "Blindhex server",
    hint: "Where blindhex serve runs, as seen from the game master's browser.",
    scope: "client",
    config: true,
    type: String,
    default: "http://127.0.0.1:8642",
  });
  register("open", {
    name: "Open game",
    hint: "Everybody may know everything, and hears every answer.",
    scope: "world",
    config: true,
    type: Boolean,
    default: false,
  });
  register("token", { scope: "client", config: false, type: String, default: "" });
  register("asks", { scope: "world", config: false, type: Array, default: ["los", "field", "reach", "range"] });
  register("sides", { scope: "world", config: false, type: Object, default: {} });
});

Hooks.once("ready", async () => {
  if (!isAnswering() || !game.settings.get(OURS, "token")) return;
  await told(async () => game.settings.set(OURS, "asks", await asks()));
});

Hooks.on("chatMessage", (_, line) => {
  const command = commandOf(line, [...game.settings.get(OURS, "asks"), OURS]);
  if (!command) return true;
  if (command.command === OURS) told(() => arrange(command.words));
  else post(line);
  return false;
});

Hooks.on("createChatMessage", (message) => {
  const line = message.flags?.[OURS]?.ask;
  if (line && isAnswering()) answer(message, line);
});

Hooks.on("getSceneControlButtons", (controls) => {
  const known = game.settings.get(OURS, "asks").filter((command) => command in BUTTONS);
  const tools = known.map((command, order) => {
    const { title, icon, withTarget } = BUTTONS[command];
    const press = () => told(() => post(lineFor(command, withTarget)));
    return { name: `${OURS}-${command}`, title, icon, button: true, order: 100 + order, onClick: press, onChange: press };
  });
  // Version 12 gives a list of groups with lists of tools, version 13 objects of both by their names.
  if (Array.isArray(controls)) controls.find((group) => group.name === "token")?.tools.push(...tools);
  else for (const tool of tools) controls.tokens.tools[tool.name] = tool;
});

/** Whether this browser answers: one game master does. */
function isAnswering() {
  return game.users.activeGM?.id === game.user.id;
}

/** Put a question into the chat, for the asker's side and the game master to see. */
function post(line) {
  const whisper = game.settings.get(OURS, "open") ? [] : listeners(sideOf(game.user.id), game.user.id);
  return ChatMessage.create({ content: escaped(line), whisper, flags: { [OURS]: { ask: line } } });
}

/** Answer a question: what goes wrong is whispered to whoever asked. */
async function answer(message, line) {
  const author = message.author;
  try {
    const side = sideAsking(author);
    const question = questionOf(commandOf(line, game.settings.get(OURS, "asks")), side, message.id);
    const whisperTo = (to) => (game.settings.get(OURS, "open") ? [] : listeners(to, author.id));
    await asked(question, whisperTo);
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

function sideAsking(author) {
  if (game.settings.get(OURS, "open")) return "";
  const side = sideOf(author.id);
  if (!side && !author.isGM) {
    throw new Error(`${author.name} plays no side yet; the game master types /blindhex side "${author.name}" SIDE.`);
  }
  return side;
}

function sideOf(user) {
  return game.settings.get(OURS, "sides")[user] ?? "";
}

/** Who hears what is said to a side: its players, whoever asked, and the game masters. */
function listeners(side, asker) {
  const hears = (user) => user.isGM || user.id === asker || (side && sideOf(user.id) === side);
  return game.users.filter(hears).map((user) => user.id);
}

/** The command that a button stands for, about the selected token (and the targeted one). */
function lineFor(command, withTarget) {
  const selected = canvas.tokens.controlled[0];
  if (!selected) throw new Error("Select a token first.");
  const target = game.user.targets.first();
  if (withTarget && !target) throw new Error("Target a token first (hover over it and press T).");
  const names = [selected, ...(withTarget ? [target] : [])].map(({ document }) => document.flags?.[OURS]?.unit?.id ?? document.id);
  return `/${command} ${names.map((name) => `"${name}"`).join(" ")}`;
}

/** /blindhex pair CODE, /blindhex side USER SIDE, /blindhex game RULESET BOARD SIDE SIDE: for the game master. */
async function arrange([verb, ...words]) {
  if (!game.user.isGM) throw new Error("Only a game master may arrange the game.");
  if (verb === "pair" && words.length === 1) {
    const known = await pair(words[0]);
    await game.settings.set(OURS, "asks", known);
    ui.notifications.info(`Blindhex: paired. Ask ${known.map((one) => `/${one}`).join(", ")}.`);
  } else if (verb === "side" && words.length === 2) {
    const user = game.users.find((one) => one.name === words[0]);
    if (!user) throw new Error(`There is no user called "${words[0]}".`);
    await game.settings.set(OURS, "sides", { ...game.settings.get(OURS, "sides"), [user.id]: words[1] });
    ui.notifications.info(`Blindhex: ${user.name} plays ${words[1]}.`);
  } else if (verb === "game" && words.length >= 2) {
    const [ruleset, board, ...sides] = words;
    await canvas.scene.update({ flags: { [OURS]: { ruleset, board, sides } } });
    ui.notifications.info(`Blindhex: this scene is played by ${ruleset} on ${board}.`);
  } else {
    throw new Error("Type /blindhex pair CODE, /blindhex side USER SIDE, or /blindhex game RULESET BOARD SIDE SIDE.");
  }
}

/** Do something; what goes wrong is shown to this user. */
async function told(act) {
  try {
    await act();
  } catch (error) {
    ui.notifications.error(`Blindhex: ${error.message}`);
  }
}
