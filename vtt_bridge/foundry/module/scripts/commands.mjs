// What is typed into the chat: /los A-1 > G-1, /reach A-1 assault, and /blindhex ... for the game master.

/** The words of a command: parts between > signs, or words, with quotes around names that have spaces. */
export function wordsOf(rest) {
  if (rest.includes(">")) return rest.split(">").map((part) => part.trim());
  return [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word);
}

/** The command that a line begins with, if it is one of these. */
export function commandOf(line, known) {
  const [, command, rest] = /^\/(\w+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  return known.includes(command) ? { command, words: wordsOf(rest) } : null;
}

/** The question that a command asks: who, a target, a way to fire; for reach who, and a way to move. */
export function questionOf({ command, words }, side, id) {
  const keys = command === "reach" ? ["who", "mode"] : ["who", "target", "mode"];
  if (!words.length || words.length > keys.length || !words.every(Boolean)) {
    throw new Error(`Ask /${command} WHO > TARGET, or /reach WHO.`);
  }
  const asked = Object.fromEntries(words.map((word, place) => [keys[place], word]));
  return { ask: command, side, id, ...asked };
}
