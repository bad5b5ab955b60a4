// The seats of a scene: joining by a link, choosing from which seat one looks, and handing a seat over.

import { fill, made } from "./parts.js";
import { sideNames } from "./scene.js";
import { call, seat } from "./talk.js";

const JOIN = "#join=";

/** What is told to whom the table does not know, with a field for another link. @param {Record<string, any>} el @param {string} words */
export function noSeat(el, words) {
  el["no-seat-words"].textContent = words.replace(/^seat: /, "");
  el["no-seat"].addEventListener("cancel", (/** @type {Event} */ event) => event.preventDefault());
  el["no-seat-form"].addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const link = el["no-seat-link"].value.trim().split(JOIN).pop();
    if (!link) return;
    history.replaceState(null, "", `${location.pathname}${JOIN}${link}`);
    location.reload();
  });
  el["no-seat"].showModal();
}

// Takes the seat of the link in the address; a link works once.
export async function join() {
  if (!location.hash.startsWith(JOIN)) return;
  const link = location.hash.slice(JOIN.length);
  history.replaceState(null, "", location.pathname);
  const joined = await call("POST", "/api/seats", { link });
  if (joined.scene) history.replaceState(null, "", `#${encodeURIComponent(joined.scene)}`);
  seat.name = joined.seat;
}

/** @typedef {{seat: string, name: string, yours: boolean, taken: boolean, computer: string}} ListedSeat */

/** @param {Record<string, any>} el @param {{path: (...steps: string[]) => string, trying: (work: () => Promise<unknown>) => Promise<void>}} on */
export function seatsPanel(el, { path, trying }) {
  let onePerson = "";
  let setsUp = false;
  /** @type {Set<string>} */
  let held = new Set();

  async function read() {
    /** @type {{by_links: boolean, seat: string, seats: ListedSeat[]}} */
    const told = await call("GET", path("seats"));
    held = new Set(told.seats.filter((one) => one.yours).map((one) => one.seat));
    const yours = told.seats.filter((one) => one.yours).map((one) => [one.seat, one.computer ? `${one.name} (computer)` : one.name]);
    const sides = told.seats.filter((one) => !["umpire", "spectator"].includes(one.seat));
    const people = sides.filter((one) => !one.computer);
    onePerson = people.length === 1 && people.length < sides.length && people[0].yours ? people[0].seat : "";
    for (const one of told.seats) sideNames.set(one.seat, one.name);
    const all = told.by_links ? [] : [["", "both sides"]];
    fill(el.side, /** @type {[string, string][]} */ ([...all, ...yours]));
    el.side.value = seat.name = told.seat;
    el.seats.hidden = !told.by_links;
    setsUp = !told.by_links || told.seats.some((one) => one.seat === "umpire" && one.yours);
    const mayFree = (/** @type {ListedSeat} */ one) => one.seat === told.seat || told.seat === "umpire";
    el["seat-list"].replaceChildren(...told.seats.map((one) => entry(one, mayFree(one))));
  }

  /** @param {ListedSeat} one @param {boolean} mayFree */
  function entry(one, mayFree) {
    const item = made("li", "", `${one.name}${one.computer ? ", the computer" : one.taken ? ", taken" : ""} `);
    if (!mayFree) return item;
    const button = /** @type {HTMLButtonElement} */ (made("button", "", "New link"));
    button.type = "button";
    button.setAttribute("aria-label", `New link to the seat: ${one.name}`);
    button.addEventListener("click", () => trying(async () => {
      const { link, origin } = await call("POST", path("seats", one.seat, "link"));
      const address = /** @type {HTMLInputElement} */ (made("input"));
      Object.assign(address, { value: `${origin || location.origin}/${JOIN}${link}`, readOnly: true });
      address.setAttribute("aria-label", `Link to the seat: ${one.name}`);
      item.replaceChildren(`${one.name}: `, address);
      address.select();
    }));
    item.append(button);
    return item;
  }

  return {
    read,
    /** The seat of the one side that a person plays against the computer; empty if there is none. */
    get onePerson() { return onePerson; },
    /** Whether who sits here sits on that seat, if not from it. @param {string} one */
    holds: (one) => held.has(one),
    /** Whether whoever sits here sets up the table. */
    get setsUp() { return setsUp; },
  };
}
