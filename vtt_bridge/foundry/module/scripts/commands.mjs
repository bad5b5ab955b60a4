// What is typed into the chat. Here it is only told whether a line is for the umpire; what it means the server knows.

const SIGNS = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", "#39": "'", "#x27": "'", nbsp: " " };

/** A line of the chat in plain words: Foundry 14 hands over the HTML of its editor, 12 and 13 what was typed. */
export function plainText(message) {
  const line = String(message).trim();
  if (!/^<[a-z]/i.test(line)) return line;
  const bare = line.replace(/<br\s*\/?>|<\/p>\s*<p[^>]*>/gi, " ").replace(/<\/?[a-z][^<>]*>/gi, "");
  return bare.replace(/&(#?\w+);/g, (sign, name) => SIGNS[name] ?? sign).replace(/\s+/g, " ").trim();
}

/** The word that a command begins with, in small letters; empty if it is none. */
export function wordOf(line, marks = "!/") {
  const [, mark, word] = /^([!/])([a-z]+)(?:\s|$)/i.exec(line) ?? [];
  return mark && marks.includes(mark) ? word.toLowerCase() : "";
}

/** The words after a command's first, with quotes around names that have spaces: for /blindhex alone. */
export function wordsAfter(line) {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].slice(1).map(([, quoted, word]) => quoted ?? word);
}
