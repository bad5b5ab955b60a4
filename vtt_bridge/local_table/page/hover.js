// Waiting a moment over a unit or a place, or pressing long on it: what one would want to know before anything is declared.

import { oddsLists, putBeside, verdictLine } from "./card.js";
import { askedPoint, aimedAt, look, placeAt } from "./look.js";
import { made } from "./parts.js";
import { conditions, named, pieceOf, pieceOfUnit, placeWords, playing, sideName, typeWords, unitId, withNames } from "./scene.js";

/** @typedef {import("./scene.js").Px} Px */
/** @typedef {import("./chosen.js").Target} Target */

const WAIT_MS = 400;
const STILL_PX = 5;
const MOST_REASONS = 4;
const MOST_ODDS = 4;

/**
 * @param {{stage: HTMLElement, card: HTMLElement}} el
 * @param {import("./stage.js").Stage} stage
 * @param {{chosen: {piece: string}, mode: () => string, goalsAt: (px: Px) => string[], isOff: () => boolean}} on
 */
export function makeHover({ stage: ground, card }, stage, { chosen, mode, goalsAt, isOff }) {
  let waiting = 0;
  let asked = 0;
  let from = [0, 0];

  function hide() {
    clearTimeout(waiting);
    asked++;
    if (!card.hidden) stage.light([]);
    card.hidden = true;
  }

  /** @param {Target} target @param {Px} at a point of the stage */
  async function show(target, at) {
    const turn = ++asked;
    const parts = /** @type {HTMLElement[]} */ ([]);
    for await (const more of told(target)) {
      if (turn !== asked) return;
      parts.push(...more);
      card.replaceChildren(...parts);
      card.hidden = !parts.length;
      putBeside(card, ground, at, 18, [[1, fannedOut()]]);
    }
  }

  // The corners of the counters that went apart beneath the pointer.
  const fannedOut = () => [...ground.querySelectorAll(".token.fanned .face")].flatMap((one) => {
    const [box, stands] = [one.getBoundingClientRect(), ground.getBoundingClientRect()];
    return [box.left, box.right].flatMap((x) => [box.top, box.bottom].map((y) => /** @type {Px} */ ([x - stands.left, y - stands.top])));
  });

  /** What there is to tell, the quickest first. @param {Target} target @returns {AsyncGenerator<HTMLElement[]>} */
  async function* told(target) {
    const who = pieceOf(chosen.piece);
    const piece = "id" in target ? pieceOf(target.id) : null;
    if (piece) {
      yield [made("h3", "", named(piece)), made("p", "quiet", [sideName(piece.side), typeWords(piece), placeWords(piece), ...conditions(piece)].filter(Boolean).join(" · "))];
      if (who && who !== piece) yield await ruled(who.side === piece.side ? "los" : "fire", target);
      return;
    }
    const px = askedPoint(/** @type {{px: Px}} */ (target).px);
    const place = await placeAt(px);
    const goals = goalsAt(place.at_px); // which say who holds it
    const markers = place.markers.filter((/** @type {string} */ one) => !goals.length || !one.startsWith("held by "));
    yield [made("h3", "", placeWords({ at: place.place })), made("p", "", [...place.ground, ...markers].join(", ")), ...goals.map((goal) => made("p", "goal", goal)), ...seenBy(place.seen_by, who?.side ?? playing())];
    if (!who) return;
    yield await ruled("los", target);
    const { verdict } = (await look({ ask: "reach", who: unitId(who), mode: mode() })).ruling;
    const costs = verdict.cost ?? {};
    const cost = costs[place.place] ?? costs[latticeName(place.place)];
    yield [made("p", "cost", cost === undefined ? `${named(who)} cannot get there in one go` : `${cost} of ${verdict.allowance} ${verdict.measure} to get there`)];
  }

  /** @param {string} ask @param {Target} target */
  async function ruled(ask, target) {
    const who = pieceOf(chosen.piece);
    if (!who) return [];
    const looked = await look({ ask, who: unitId(who), ...aimedAt(target) });
    stage.light(looked.causes.flat());
    const { odds } = looked.ruling;
    return [...inShort(looked), ...(odds?.length ? oddsLists(odds, MOST_ODDS) : [])];
  }

  /** @param {string[]} units @param {string} mine */
  function seenBy(units, mine) {
    const names = units.flatMap((unit) => { const one = pieceOfUnit(unit); return one && (!mine || one.side !== mine) ? [named(one)] : []; });
    if (!names.length) return [made("p", "quiet", mine ? "No enemy you know of sees it." : "Nobody sees it.")];
    const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
    return [made("p", "quiet", `Seen by ${names.slice(0, 3).join(", ")}${more}.`)];
  }

  /** @param {Event} event @returns {Target | null} */
  function targetOf(event) {
    const element = /** @type {Element} */ (event.target);
    const token = /** @type {HTMLElement | null} */ (element.closest(".token"));
    if (token) return { id: token.dataset.id ?? "" };
    if (element.closest(".card, .on-map, .zoom")) return null;
    return { px: stage.toMap(/** @type {PointerEvent} */ (event)) };
  }

  const away = () => { if (!isOff()) hide(); };

  /** @param {PointerEvent} event */
  function wait(event) {
    away();
    const target = targetOf(event);
    if (!target || isOff()) return;
    from = [event.clientX, event.clientY];
    const box = ground.getBoundingClientRect();
    const at = /** @type {Px} */ ([event.clientX - box.left, event.clientY - box.top]);
    waiting = setTimeout(() => show(target, at).catch(hide), WAIT_MS);
  }

  ground.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) < STILL_PX) return;
    if (event.pointerType === "mouse" && !event.buttons) wait(event);
    else away();
  });
  ground.addEventListener("pointerdown", (event) => { if (event.pointerType === "mouse") away(); else wait(event); }, true);
  ground.addEventListener("pointerup", () => clearTimeout(waiting), true);
  ground.addEventListener("pointerleave", away);
  ground.addEventListener("wheel", away, { passive: true });
  ground.addEventListener("focusin", (event) => {
    const token = /** @type {HTMLElement} */ (event.target);
    if (isOff() || !token.matches(".token:focus-visible")) return;
    hide();
    const box = token.getBoundingClientRect();
    const stands = ground.getBoundingClientRect();
    const at = /** @type {Px} */ ([box.right - stands.left, box.top - stands.top]);
    waiting = setTimeout(() => show({ id: token.dataset.id ?? "" }, at).catch(hide), WAIT_MS);
  });
  ground.addEventListener("focusout", away);

  return {
    hide,
    /** Tells something else beside a point of the stage. @param {HTMLElement[]} parts @param {Px} at */
    tell(parts, at) {
      hide();
      card.replaceChildren(...parts);
      card.hidden = false;
      putBeside(card, ground, at, 18);
    },
  };
}

/** How it is ruled, and why, as far as a glance takes it in. @param {import("./look.js").Looked} looked @returns {HTMLElement[]} */
export function inShort(looked) {
  const { reasons } = looked.ruling;
  const list = made("ul", "short");
  list.append(...reasons.slice(0, MOST_REASONS).map(({ text, cite }) => {
    const reason = made("li", "", withNames(text));
    reason.append(made("span", "rule", cite));
    return reason;
  }));
  if (reasons.length > MOST_REASONS) list.append(made("li", "quiet", `and ${reasons.length - MOST_REASONS} more`));
  return [verdictLine(looked), list];
}

// On a table the costs are those of the middles of square inches.
/** @param {string} place */
const latticeName = (place) => place.split(",").map((inch) => Math.floor(Number(inch)) + 0.5).join();
