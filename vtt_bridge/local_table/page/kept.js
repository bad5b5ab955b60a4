// Drafts that are in no file yet: this browser keeps each until it is saved or thrown away.

/** @typedef {import("./draft.js").Doc} Doc */
/** @typedef {{id: string, doc: Doc}} Kept */

const KEPT = "blindhex-draft-";

/** An id for a draft that begins now: ids sort by when drafts began. */
export const newId = () => String(Date.now());

/** When a draft was begun. @param {Kept} one */
export const begunAt = ({ id }) => new Date(Number(id)).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

/** Keeps a draft as it is now. @param {Kept} one */
export function keep({ id, doc }) {
  try {
    localStorage.setItem(KEPT + id, JSON.stringify(doc));
  } catch {
    throw new Error(`This browser has no room to keep ${doc.name}: save it to a file.`);
  }
}

/** @param {string} id */
export const isKept = (id) => localStorage.getItem(KEPT + id) !== null;

/** @param {string} id */
export const forget = (id) => localStorage.removeItem(KEPT + id);

/** All that are kept, the last begun first. @returns {Kept[]} */
export const keptDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith(KEPT)).sort().reverse()
  .map((key) => ({ id: key.slice(KEPT.length), doc: JSON.parse(localStorage.getItem(key) ?? "") }));
