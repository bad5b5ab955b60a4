// Lines typed into the chat. This file only decides whether a line is for the umpire; the server knows what it means.

const SIGNS = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", "#39": "'", "#x27": "'", nbsp: " " };

/** A line of the chat as plain text: Foundry 14 passes the HTML of its editor, 12 and 13 what was typed. */
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
