// The two cards of a question: the chosen unit with what it reaches, sees and can hit and who can fire at it, and the ruling on what it looks at.

import { distanceOf, rulingParts, verdictLine } from "./card.js";
import { chosen } from "./chosen.js";
import { aimedAt, fromTheSide, look, lookedFrom, stopLooking } from "./look.js";
import { fill, legendOf, LONG_S, made, putSvg, WHY_LONG } from "./parts.js";
import { conditions, isUnknown, named, pieceOf, pieces, placeWords, samePlace, scenePath, sideName, sideNumber, symbolOf, table, typeWords, unitId, withNames } from "./scene.js";
import { call } from "./talk.js";

/** @typedef {import("./scene.js").Px} Px */
/** @typedef {import("./scene.js").Piece} Piece */
/** @typedef {import("./look.js").Question} Question */

const NARROW = matchMedia("(max-width: 800px)");
const SLOW_MS = 150; // after that the page shows that it is waiting
const FEW_REASONS = 3; // in a unit's card, as the answer lies on the map
const NO_PLACE = 422; // the status of a name that is that of no place

/**
 * @param {Record<string, any>} el
 * @param {{stage: import("./stage.js").Stage, places: import("./card_places.js").CardPlaces, overlays: ReturnType<typeof import("./overlays.js").makeOverlays>,
 *   trying: (work: () => Promise<void>) => Promise<void>, move: (id: string, to: string) => Promise<void>, read: () => Promise<void>, isRuled: () => boolean}} on
 *   whether the ruler is in hand, which asks for sight and distance
 */
export function makeAsking(el, { stage, places, overlays, trying, move, read, isRuled }) {
  let shown = ""; // which toggle is on; it stays on for the next unit
  let about = "";
  let aimed = "";
  /** @type {Question | null} */
  let asked = null;
  let turn = 0;
  /** @type {Map<HTMLElement, import("./look.js").Looked>} */
  const told = new Map(); // what each card shows, so that it is not rewritten under the pointer

  const toggles = /** @type {HTMLButtonElement[]} */ ([...el.unit.querySelectorAll("[data-ask]")]);
  const abouts = /** @type {HTMLButtonElement[]} */ ([...el.abouts.children]);

  /** An end of a line, while it is there. @param {import("./chosen.js").Target | null} end */
  const there = (end) => (end && "id" in end && !pieceOf(end.id) ? null : end);

  function show() {
    const one = pieceOf(chosen.piece);
    const [from, target] = [there(chosen.from), there(chosen.target)];
    el.unit.hidden = !one || Boolean(target);
    el.ruling.hidden = !from || !target;
    el.hint.hidden = Boolean(one || (from && target));
    if (!one && !(from && target)) {
      stage.light([]);
      asked = null;
      turn++;
      overlays.unlay();
      stage.markSpot(null);
    } else if (from && target) showRuling(from, target);
    else if (one) showUnit(one);
    places.beside();
  }

  /** @param {Piece} one */
  function showUnit(one) {
    stage.markSpot(null);
    el["unit-name"].textContent = named(one);
    el["unit-symbol"].src = `/api/symbols/${symbolOf(one)}.svg`;
    el["unit-symbol"].dataset.side = String(sideNumber(one.side));
    el["unit-facts"].textContent = [sideName(one.side), typeWords(one), placeWords(one) || "between hexes"].filter(Boolean).join(" · ");
    el["unit-is"].replaceChildren(...conditions(one).map((word) => made("i", "", word)));
    const others = samePlace(one).filter((other) => other.id !== one.id);
    el["same-place"].hidden = !others.length;
    el["same-place"].replaceChildren(made("span", "quiet", "With it"), ...others.map((other) => {
      const button = /** @type {HTMLButtonElement} */ (made("button", "", named(other)));
      button.type = "button";
      button.addEventListener("click", () => chosen.take(other.id));
      return button;
    }));
    el["unit-names"].replaceChildren(...pieces().filter((other) => other.id !== one.id && !isUnknown(other)).map((other) => {
      const option = /** @type {HTMLOptionElement} */ (made("option"));
      option.value = named(other);
      return option;
    }));
    for (const button of toggles) button.setAttribute("aria-pressed", String(button.dataset.ask === shown));
    if (shown) answer({ ask: shown, who: unitId(one), mode: shown === "reach" ? el.mode.value : "" }, el["unit-ruling"]);
    else nothing(el["unit-ruling"]);
  }

  /** Who looks at what, and whether with the ruler: for another of these, what it is about is chosen anew. @param {(import("./chosen.js").Target | null)[]} ends */
  const aim = (...ends) => JSON.stringify([isRuled(), ...ends]);

  /** @param {import("./chosen.js").Target} from @param {import("./chosen.js").Target} target */
  function showRuling(from, target) {
    const [one, piece] = ends();
    const now = aim(from, target);
    const isOwn = piece?.side === one?.side;
    const asks = !one ? ["los"] : ["los", ...(piece ? ["fire"] : []), "plan", ...(isOwn ? [] : ["change"]), ...(piece && !isOwn ? ["where"] : [])];
    if (now !== aimed) about = one && piece && !isOwn && !isRuled() ? "fire" : "los";
    aimed = now;
    if (!asks.includes(about)) about = "los";
    for (const button of abouts) {
      button.hidden = !asks.includes(button.dataset.about ?? "");
      button.setAttribute("aria-pressed", String(button.dataset.about === about));
    }
    el.abouts.hidden = asks.length < 2;
    el["take-it"].hidden = !piece;
    el["from-the-side"].hidden = about === "plan" || about === "where";
    stage.markSpot(piece ? null : /** @type {{px: Px}} */ (target).px);
    el["ruling-title"].textContent = `${one ? named(one) : "From there"} → ${piece ? named(piece) : "there"}`;
    el["ruling-place"].textContent = endsWords();
    answer({ ask: about, ...lookedFrom(from), mode: { plan: el.mode.value, where: "hit" }[about] ?? "", ...aimedAt(target) }, el["ruling-told"]);
  }

  /** @returns {(Piece | null)[]} */
  const ends = () => [chosen.from, chosen.target].map((end) => (end && "id" in end ? pieceOf(end.id) : null));
  const endsWords = () => ends().map(placeWords).filter(Boolean).join(" → ");

  /** From where to where it was measured, if not between the middles that name the places. @param {import("./look.js").Looked} looked */
  function measuredWords({ ruling: { verdict } }) {
    const [one, other] = ends();
    const byBook = distanceOf(verdict);
    const frame = table.now?.frame;
    if (!one || !other || frame?.kind !== "inch" || byBook === null) return "";
    const middles = Math.hypot(one.at_px[0] - other.at_px[0], one.at_px[1] - other.at_px[1]) / frame.cell_px;
    const [told, between] = [byBook, middles].map((inches) => inches.toFixed(1));
    return told === between ? "" : `${between} inches between the middles, ${told} by the book, which measures from model to model`;
  }

  /** @param {HTMLElement} where */
  function nothing(where) {
    asked = null;
    turn++;
    tell(where, []);
    overlays.unlay();
    places.noAnswer();
  }

  /** @param {HTMLElement} where @param {HTMLElement[]} parts */
  function tell(where, parts) {
    told.delete(where);
    stage.light([]);
    where.replaceChildren(...parts);
  }

  /** @param {Question} question @param {HTMLElement} where */
  async function answer(question, where) {
    const mine = ++turn;
    const key = JSON.stringify(question);
    asked = question;
    const waiting = setTimeout(() => { if (mine === turn) tell(where, waitingParts(question)); }, SLOW_MS);
    try {
      const looked = await look(question);
      if (mine !== turn) return;
      const isNew = told.get(where) !== looked;
      if (isNew) tell(where, rulingParts(looked, stage.light, where === el["unit-ruling"] ? FEW_REASONS : Infinity));
      told.set(where, looked);
      if (where === el["ruling-told"]) {
        el["ruling-title"].textContent = withNames(looked.ruling.question);
        el["ruling-place"].textContent = [endsWords(), measuredWords(looked)].filter(Boolean).join(": ");
      }
      overlays.lay(key, looked);
      places.newAnswer();
      if (isNew) places.uncover();
    } catch (error) {
      if (mine !== turn) return;
      tell(where, [made("p", "verdict no", /** @type {Error} */ (error).message)]);
      overlays.unlay();
    } finally {
      clearTimeout(waiting);
    }
    el.pin.setAttribute("aria-pressed", String(overlays.isPinned(key)));
    places.beside();
  }

  /** How long the umpire has been looking it up, with a button that ends the work on it. @param {Question} question @returns {HTMLElement[]} */
  function waitingParts(question) {
    const since = performance.now();
    const words = made("p", "quiet", "The umpire looks it up …");
    words.setAttribute("role", "status");
    const time = made("span", "quiet waited");
    const button = /** @type {HTMLButtonElement} */ (made("button", "", "Stop"));
    button.type = "button";
    button.addEventListener("click", () => stopLooking(question));
    const row = made("div", "row");
    row.append(time, button);
    const why = made("p", "quiet");
    const clock = setInterval(() => {
      if (!row.isConnected) clearInterval(clock);
      const waited = Math.round((performance.now() - since) / 1000);
      time.textContent = `${waited} s`;
      if (waited >= LONG_S && table.now?.frame.kind !== "hex") why.textContent = WHY_LONG;
    }, 1000);
    return [words, row, why];
  }

  for (const button of toggles) {
    button.addEventListener("click", () => {
      shown = shown === button.dataset.ask ? "" : button.dataset.ask ?? "";
      show();
    });
  }
  for (const button of abouts) {
    button.addEventListener("click", () => {
      about = button.dataset.about ?? "los";
      show();
    });
  }
  el.mode.addEventListener("change", show);
  for (const close of [el["unit-close"], el["ruling-close"]]) close.addEventListener("click", () => (isRuled() ? chosen.clear() : chosen.back()));
  el["take-it"].addEventListener("click", () => { if (chosen.target && "id" in chosen.target) chosen.take(chosen.target.id); });
  el.pin.addEventListener("click", () => {
    if (!asked) return;
    overlays.pin(JSON.stringify(asked));
    el.pin.setAttribute("aria-pressed", String(overlays.isPinned(JSON.stringify(asked))));
  });
  el["from-the-side"].addEventListener("click", () => trying(async () => {
    if (!asked) return;
    const { ask: _, mode: __, ...ends } = asked;
    const looked = await fromTheSide({ ask: "los", ...ends }, NARROW.matches);
    const picture = made("div", "side-view");
    putSvg(picture, looked.svg);
    el["side-view-title"].textContent = withNames(looked.ruling.question);
    el["side-view-told"].replaceChildren(verdictLine(looked), picture, legendOf(looked));
    el["side-view"].showModal();
  }));
  el["side-view-close"].addEventListener("click", () => el["side-view"].close());
  el["show-to-all"].addEventListener("click", () => trying(async () => {
    if (!asked) return;
    await call("POST", `${scenePath("ask")}?shown=true`, asked);
    await read();
  }));
  el["ask-form"].addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const words = el["ask-target"].value.trim();
    const deed = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value ?? "look";
    if (!words) return;
    if (deed === "move") return void move(chosen.piece, words);
    const meant = pieceCalled(words);
    trying(async () => {
      /** @type {import("./chosen.js").Target} */
      const target = meant ? { id: meant.id } : { px: await pointOf(words) };
      if (deed === "plan") [about, aimed] = ["plan", aim(chosen.from, target)];
      chosen.aim(target);
      el["ask-target"].value = "";
    });
  });

  /** The unit with that name or id, or the only one whose name has the words in it. @param {string} words */
  function pieceCalled(words) {
    const wanted = words.toLowerCase();
    const known = pieces().filter((one) => !isUnknown(one));
    const called = known.find((one) => [named(one), unitId(one)].some((word) => word.toLowerCase() === wanted));
    const inPart = known.filter((one) => wanted.length > 3 && named(one).toLowerCase().includes(wanted));
    return called ?? (inPart.length === 1 ? inPart[0] : null);
  }

  /** The middle of a place by its name. @param {string} words @returns {Promise<Px>} */
  async function pointOf(words) {
    const { at_px } = await call("GET", `${scenePath("place")}?${new URLSearchParams({ named: words })}`).catch((error) => {
      throw error.status === NO_PLACE ? new Error(`no unit or place named '${words}'; a place is written as C2, or 10.5,8 in inches`) : error;
    });
    return at_px;
  }

  chosen.heard(() => {
    stage.light([]);
    show();
    places.uncover();
  });

  return {
    show,
    /** Turns the toggles off, as what they showed was removed from the map. */
    taken() {
      shown = "";
      for (const button of toggles) button.setAttribute("aria-pressed", "false");
      tell(el["unit-ruling"], []);
    },
    mode: () => el.mode.value,
    /** @param {string[]} modes */
    modes(modes) {
      fill(el.mode, modes.map((mode) => [mode, mode.replaceAll("_", " ")]));
      el.mode.parentElement.hidden = el.mode.length < 2;
    },
    focus: () => abouts.find((button) => button.dataset.about === about)?.focus({ preventScroll: true }),
  };
}
