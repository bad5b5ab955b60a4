// Talking to the table: JSON there and back, or a picture; a refusal is an Error with the table's own sentence.

const CLOSED = "The table is closed or out of reach. Once it is back this page goes on by itself; look then whether what you did last was carried out.";
const BROKEN = "The table could not answer: it is stopping, or its program has an error. Look whether what you did last was carried out.";
const GONE = 404;
const ERROR = 500; // above this: a proxy's answer when it does not reach the table

// The seat that this page looks from and speaks from; empty for all seats at once.
export const seat = { name: "" };

/** @param {string} path */
export const fromSeat = (path) => (seat.name ? `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ seat: seat.name })}` : path);

/** As who sets up the table, from whichever seat this page looks. @param {string} path */
export const fromNoSeat = (path) => path;

/** @param {string} method @param {string} path @param {unknown} [body] @param {(path: string) => string} [from] @param {AbortSignal} [stopped] @returns {Promise<any>} */
export async function call(method, path, body, from = fromSeat, stopped = undefined) {
  /** @type {RequestInit} */
  const options = { method, signal: stopped };
  if (body !== undefined) {
    options.headers = { "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(from(path), options);
  } catch {
    throw stopped?.aborted ? new Error("You did not wait for the answer.") : Object.assign(new Error(CLOSED), { isOutOfReach: true });
  }
  const isPicture = response.ok && response.headers.get("Content-Type") === "image/png";
  const told = await (isPicture ? response.blob() : response.json()).catch(() => null);
  if (!response.ok) {
    const sentence = response.status === 409 ? tooLate(told?.error) : told?.error ?? withoutWords(response.status);
    throw Object.assign(new Error(sentence), { status: response.status, told });
  }
  return told;
}

/** @param {number} status */
function withoutWords(status) {
  if (status < ERROR) return `The table answered with status ${status}.`;
  return status === ERROR ? BROKEN : CLOSED;
}

/** What came too late, as a player says it: what happened meanwhile is the end of the table's sentence. @param {string} [error] */
function tooLate(error) {
  const last = error?.split("What was told last: ")[1];
  return `Somebody was quicker${last ? `: ${last}` : ""}. Look again, and choose.`;
}

/** Whether the table was updated since this page was loaded: its files lie at addresses that change with them. */
export async function isOutdated() {
  const { status } = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => ({ status: 0 }));
  return status === GONE;
}

/** Work on one thing after the other: of what is wanted meanwhile the last alone. @template T @param {(wanted: T) => Promise<void>} work @returns {(wanted: T) => Promise<void>} */
export function oneAtATime(work) {
  /** @type {T[]} */
  let next = [];
  let isUnderWay = false;
  return async (wanted) => {
    next = [wanted];
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      while (next.length) await work(/** @type {T} */ (next.pop()));
    } finally {
      isUnderWay = false;
    }
  };
}

// A write that is done once, however often it is sent: with its op_id, and the revision that the page had read.
/** @param {string} path @param {string} revision */
export function once(path, revision) {
  const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`; // plain http from another machine has no randomUUID
  return `${path}?${new URLSearchParams({ op_id: id, revision })}`;
}
