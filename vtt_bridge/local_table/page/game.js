// The game on a scene: what is due, what each unit may do and where, what it can come to, and doing it. A choice is made in the
// list, or by pointing at its place on the map; a unit that is dragged goes there by the rules, or stops and says why.

import { makeBrief } from "./brief.js";
import { makeChoiceEntry } from "./choice_entry.js";
import { makeGoing } from "./going.js";
import { grouped } from "./grouped.js";
import { AIM_PX, makeOfferedPlaces, NEAR_PX, placeOf } from "./offered_places.js";
import { makeOwnDice } from "./own_dice.js";
import { button, LONG_S, made, sentence, WHY_LONG } from "./parts.js";
import { hexHalf, named, pieceOfUnit, sideName, table } from "./scene.js";
import { call, once } from "./talk.js";
import { makeWhoPlays } from "./who_plays.js";

/** @typedef {[number, number]} Px */
/** @typedef {{number: number, text: string, where: string, action: Record<string, any>, way_px: Px[], targets: string[]}} Choice */
/** @typedef {{what: string, passes: boolean, choices: Choice[]}} Intention */
/** @typedef {{units: string[], names: string[], intentions: Intention[]}} OfUnits */
/** @typedef {{id: string, name: string, side: string, symbol: string, waits: string}} Waiting */
/** @typedef {{revision: string, left: string[], offers: OfUnits[], waiting: Waiting[], unlisted: number}} Offers */

const LISTED = 60; // this many choices of a kind are listed at once; the map shows them all
const SHORT = 44; // a longer choice is named by its kind, under the names of its units
const SLOW_MS = 1000; // what takes longer is said to be under way
const WORKING = "The umpire carries it out …";
const TOLD_MS = 6000; // so long the handle of the sheet says what came of an action
const HEADING = /^(?:==|—)/; // a line of the record that heads others
const MANY = 12; // more choices without a place of their own are folded by what they name first
const FEW = 6; // so many choices of a side are listed at once
const EMPTY = { revision: "", left: [], offers: [], waiting: [], unlisted: 0 };

/**
 * @param {Record<string, any>} el
 * @param {{path: (...steps: string[]) => string, side: () => string, isRuled: () => boolean, endRuler: () => void, selected: () => string, select: (unit: string) => void, bring: (unit: string) => void,
 *   trying: (work: () => Promise<void>) => Promise<void>, done: () => Promise<unknown>, stage: import("./stage.js").Stage,
 *   heard: (offers: Offers) => void, toMap: () => void, sit: (side: string) => void, holds: (side: string) => boolean, begins: (isOver: boolean) => void}} on
 */
export function gamePanel(el, { path, side, isRuled, endRuler, selected, select, bring, trying, done, stage, heard, toMap, sit, holds, begins }) {
  /** @type {any} */
  let go = null;
  /** @type {Offers} */
  let offers = EMPTY;
  /** @type {string[]} */
  let notes = [];
  /** @type {import("./brief.js").Brief | null} */
  let wins = null;
  let looks = 0;
  let looked = 0; // the look that is shown; while the computer plays on, the next is always under way
  let heardLast = "";
  /** @type {Promise<void>} */
  let latest = Promise.resolve();
  let everything = false;
  let armed = ""; // the kind of action whose places are shown
  /** @type {Set<string>} */
  const unfolded = new Set(); // what the folds of choices begin with that lie open
  let shown = ""; // the unit whose choices are listed
  let waits = ""; // the unit off the map that is chosen in the tray
  /** @type {Choice[]} */
  let here = []; // the choices of one place that was pointed at
  let justTold = ""; // what came of an action, while the handle of the sheet says it
  let telling = 0;
  let isLit = false; // whether a choice that is pointed at is shown on the map
  busy(false);

  const { withDice } = makeOwnDice(el);
  const brief = makeBrief(el, { stage, toMap });
  const going = makeGoing({
    told: el["game-told"], path, stage,
    toAct: () => go?.to_act ?? "",
    declared: (route, what) => declared(route, what),
    refused: (why) => trying(() => Promise.reject(new Error(why))),
  });
  const whoPlays = makeWhoPlays(el, { path, side, trying, sit, holds, changed: async () => { await Promise.all([read(), done()]); show(); } });

  const places = makeOfferedPlaces(el.marks, stage);
  const entry = makeChoiceEntry({ path, toAct: () => go.to_act, send: (choice) => send(choice), light: (choice) => light(choice), trying });

  // Reading

  // Over once the last look that is under way is.
  /** @returns {Promise<void>} */
  async function read() {
    const mine = readOn(++looks);
    latest = mine;
    await mine;
    if (latest !== mine) await latest;
  }

  /** @param {number} look */
  async function readOn(look) {
    const from = `${table.id} ${side()}`;
    const now = await call("GET", path("game")).catch((/** @type {any} */ error) => {
      if (error.status === 404) return null; // no game is played here
      throw error;
    });
    const seated = now?.sides.includes(side()) ? side() : !side() && now?.to_act;
    const own = seated && !now.players[seated] ? seated : ""; // the computer needs no list
    const asked = new URLSearchParams({ side: own || "", ...(everything ? { everything: "true" } : {}) });
    const told = own ? await call("GET", `${path("game", "offers")}?${asked}`) : null;
    const kept = now?.sides.includes(side()) ? await call("GET", `${path("game", "notes")}?side=${encodeURIComponent(side())}`) : null;
    const wonBy = now ? await call("GET", path("game", "brief")) : null;
    if (look < looked || from !== `${table.id} ${side()}`) return; // a later request was answered first, or the seat has changed
    looked = look;
    const said = JSON.stringify([table.id, side(), everything, now, told, kept, wonBy]);
    if (said === heardLast) return; // nothing is new: leave the list alone, someone may be about to choose
    heardLast = said;
    if (now && now.actions < go?.actions) say(""); // it was taken back
    go = now;
    wins = wonBy;
    notes = kept?.notes ?? [];
    offers = told ?? EMPTY;
    here = [];
    if (!armedChoices().length) armed = ""; // that kind of action is over
    if (waits && !offers.waiting.some((one) => one.id === waits)) waits = "";
    show();
    heard(offers);
  }

  /** The unit that is chosen, on the map or off it. */
  const unit = () => selected() || waits;
  /** @param {string} one */
  const nameOf = (one) => { const piece = pieceOfUnit(one); return piece ? named(piece) : offers.waiting.find((each) => each.id === one)?.name ?? "It"; };
  /** @param {OfUnits} one */
  const isOf = (one) => one.units.includes(unit());

  // Showing

  function show() {
    el.game.hidden = !go;
    if (!go) {
      el["go-here"].hidden = true;
      el["sheet-word"].textContent = "Play and chat";
    }
    if (!go) return places.mark([]);
    const held = el.game.querySelector(".what-may-be-done :is(button, summary):focus-visible")?.textContent;
    if (isLit) light(null); // the entry it was lit for is made anew
    if (selected()) waits = "";
    if (unit() !== shown || el.game.dataset.actions !== String(go.actions)) el["game-choices"].parentElement.scrollTop = 0; // another list, to be read from its head
    if (unit() !== shown) {
      shown = unit();
      armed = "";
      unfolded.clear();
      here = [];
    }
    el.game.dataset.actions = String(go.actions);
    el["game-moment"].textContent = go.result ? "The game is over." : `${go.moment}.`;
    const isComputers = Boolean(go.players[go.to_act]);
    const due = dueWords();
    el["game-due"].textContent = `${go.result ?? due}.`;
    for (const one of ["game-due", "sheet-word"]) el[one].classList.toggle("mine", !go.result && !isComputers && (!side() || side() === go.to_act));
    el["game-left"].textContent = offers.left.join(" · ");
    el["game-told"].hidden = Boolean(go.result); // which came of the last action, and stands above
    el["game-asked"].hidden = !go.asked;
    el["game-asked-text"].textContent = go.asked ? `${go.asked.text}.` : "";
    const isOwn = go.asked?.by === side() && side() !== "";
    el["game-agree"].hidden = isOwn;
    el["game-decline"].textContent = isOwn ? "Never mind" : "Let it be";
    el["game-undo"].hidden = !go.can_undo || Boolean(go.asked);
    el["game-redo"].hidden = !go.can_redo;
    el["game-secrets"].hidden = !notes.length;
    el["game-notes"].replaceChildren(...notes.map((note) => made("li", "", note)));
    brief.show(wins, Boolean(go.result));
    whoPlays.show(go);
    begins(Boolean(go.result));
    el["game-dice"].parentElement.hidden = Boolean(go.result);
    el["go-here"].hidden = !mayGo(unit());
    const isCut = offers.offers.some((one) => one.intentions.some((kind) => kind.choices.length > LISTED));
    el["game-everything"].hidden = !everything && !offers.unlisted && !isCut;
    el["game-everything"].textContent = everything ? "Only what can come to something"
      : offers.unlisted ? `${offers.unlisted} more of little use` : "List every place";
    const own = offers.offers.filter(isOf);
    const together = own.length ? [] : offers.offers.filter((one) => one.units.length > 1 && one.units.every(isWaiting));
    el["game-units"].replaceChildren(...(own.length ? others() : chips()));
    showWord();
    const ofSide = offers.offers.filter((one) => !one.units.length);
    const entries = [...own, ...together, ...ofSide.map(butPasses)].filter((one) => one.intentions.length).map(ofUnits);
    const passing = made("li", "of-units passing");
    passing.append(...ofSide.flatMap(passes).map((choice) => entry(choice, choice.text)));
    el["game-choices"].replaceChildren(...entries, ...(passing.children.length ? [passing] : []));
    if (unit() && !own.length && offers.offers.length && !isNamedIn(ofSide)) el["game-choices"].prepend(made("li", "quiet", staysWords()));
    else if (!unit() && offers.offers.some((one) => one.units.some(isWaiting))) el["game-choices"].append(made("li", "quiet", "Choose one of the units that wait below for what it may do."));
    places.mark(isRuled() ? [] : here.length ? here : armedChoices()); // with the ruler in hand they are not pointed at
    if (held !== undefined) holdOn(held);
  }

  const dueWords = () => (go.players[go.to_act] ? `The computer plays the ${sideName(go.to_act)} and is thinking` : go.due);

  // All that a phone shows of the panel while the sheet is down.
  function showWord() {
    const news = el.sheet.classList.contains("up") ? "" : justTold; // drawn up, the panel says that below
    const word = go.asked?.text ?? go.result ?? (news || dueWords());
    el["sheet-word"].textContent = word.slice(0, 1).toUpperCase() + word.slice(1);
  }

  /** What comes of an action, or that it is under way. @param {string} words */
  function say(words) {
    el["game-told"].textContent = justTold = words;
    clearTimeout(telling);
    telling = window.setTimeout(() => {
      if (el.game.ariaBusy === "true") return; // it is still under way
      justTold = "";
      if (go) showWord();
    }, TOLD_MS);
    if (go) showWord();
  }

  // For players who use keys the focus stays where it is, or goes to what may be done next.
  /** @param {string | null} words */
  function holdOn(words) {
    const buttons = /** @type {HTMLElement[]} */ ([...el.game.querySelectorAll(".what-may-be-done :is(summary, button:not(details:not([open]) *))")]);
    (buttons.find((one) => one.textContent === words) ?? buttons.find((one) => el["game-choices"].contains(one)))?.focus();
  }

  /** @param {string} one */
  const isWaiting = (one) => offers.waiting.some((each) => each.id === one);
  /** Whether what a side may do names the chosen unit. @param {OfUnits[]} ofSide */
  const isNamedIn = (ofSide) => ofSide.some((one) => one.intentions.some((kind) => kind.choices.some((choice) => choice.text.includes(nameOf(unit())))));
  const staysWords = () => [`${nameOf(unit())} can do nothing now`, offers.waiting.find((one) => one.id === unit())?.waits].filter(Boolean).join(": ") + ".";

  // The units that may do something, to be chosen from; those off the map are chosen in the tray.
  function chips() {
    const counts = new Map();
    for (const { units, names, intentions } of offers.offers) {
      const count = intentions.reduce((sum, one) => sum + one.choices.length, 0);
      units.forEach((one, k) => isWaiting(one) || counts.set(one, { name: names[k], count: (counts.get(one)?.count ?? 0) + count }));
    }
    return [...counts].map(([one, { name, count }]) => {
      const chip = button(`${name} (${count})`);
      chip.title = count === 1 ? "One thing that it may do" : `${count} things that it may do`;
      chip.addEventListener("click", () => take(one));
      for (const kind of ["pointerenter", "focus"]) chip.addEventListener(kind, () => find(one));
      for (const kind of ["pointerleave", "blur"]) chip.addEventListener(kind, () => find(null));
      return chip;
    });
  }

  /** Rings the counter of a unit that is pointed at in the list; none rings no more. @param {string | null} one */
  function find(one) {
    isLit = one !== null;
    const piece = one === null ? null : pieceOfUnit(one);
    stage.ring(piece ? [piece.at_px] : [], AIM_PX);
  }

  // The way back to the list of all who may do something.
  function others() {
    if (offers.offers.every((one) => isOf(one) || !one.units.length)) return [];
    const back = button("‹ Other units");
    back.addEventListener("click", () => { select(""); waits = ""; show(); });
    return [back];
  }

  /** @param {string} one */
  function take(one) {
    if (pieceOfUnit(one)) select(one);
    else {
      select("");
      waits = one;
      show();
    }
    if (armedChoices().some(placeOf)) toMap(); // where its places are
    bring(one);
  }

  /** @param {OfUnits} one */
  function ofUnits(one) {
    const item = made("li", "of-units");
    if (one.units.length) item.append(made("h3", "", one.names.join(", ")));
    const kinds = one.intentions.filter((kind) => !isSingle(one, kind));
    const open = kinds.find((kind) => keyOf(one, kind) === armed) ?? (one.units.length ? kinds.find(hasPlaces) ?? kinds[0] : null);
    if (open && !armed) armed = keyOf(one, open);
    const row = made("div", "kinds");
    for (const kind of kinds) {
      if (!one.units.length && kind.choices.length <= FEW) {
        item.append(...kind.choices.map((choice) => entry(choice, choice.text)));
        continue;
      }
      const key = keyOf(one, kind);
      const chip = button(kind.choices.length > 1 ? `${kind.what} ${kind.choices.length}` : kind.what, "kind");
      chip.setAttribute("aria-pressed", String(armed === key));
      chip.addEventListener("click", () => {
        const wanted = armed === key && !isRuled() ? "none" : key;
        endRuler(); // which chooses again who was chosen before
        armed = wanted;
        here = [];
        show();
      });
      row.append(chip);
    }
    if (row.children.length) item.append(row);
    const listed = here.length ? here : kinds.find((kind) => keyOf(one, kind) === armed)?.choices ?? [];
    if (listed.length) item.append(wheres(listed));
    for (const kind of one.intentions) if (isSingle(one, kind)) item.append(entry(kind.choices[0], singleWords(one, kind)));
    return item;
  }

  /** What a side may let go by, which stays in sight however much may be done. @param {OfUnits} one */
  const passes = (one) => one.intentions.filter((kind) => kind.passes).flatMap((kind) => kind.choices);
  /** @param {OfUnits} one @returns {OfUnits} */
  const butPasses = (one) => ({ ...one, intentions: one.intentions.filter((kind) => !kind.passes) });

  /** What a kind is called that has one choice: in full if that is short, else with how many do it together. @param {OfUnits} one @param {Intention} kind */
  function singleWords(one, kind) {
    const { text } = kind.choices[0];
    if (text.length <= SHORT) return text;
    return one.units.length > 1 ? `${kind.what}: ${one.units.length} units` : kind.what;
  }

  /** The places or targets of a kind. @param {Choice[]} listed */
  function wheres(listed) {
    const list = made("div", "wheres");
    if (table.now?.frame.kind !== "hex" && listed.some((choice) => choice.way_px.length)) list.append(made("p", "quiet", "Drag the counter anywhere, or choose:"));
    const shown = listed.slice(0, everything ? listed.length : LISTED);
    const entryOf = (/** @type {Choice} */ choice) => entry(choice, listed.length > 1 && !here.length ? choice.where : choice.text);
    list.append(...(listed.length > MANY && !listed.some(placeOf) ? folded(shown, entryOf) : shown.map(entryOf)));
    if (!everything && listed.length > LISTED) list.append(made("p", "quiet", `and ${listed.length - LISTED} more: point at a place on the map`));
    return list;
  }

  /** Choices that name several things, such as one action and then another, folded under the first of these. @param {Choice[]} listed @param {(choice: Choice) => HTMLElement} entryOf */
  const folded = (listed, entryOf) => [...grouped(listed, ({ where }) => where.split(", ")[0])].map(([first, those]) => {
    if (those.length === 1) return entryOf(those[0]);
    const fold = /** @type {HTMLDetailsElement} */ (made("details"));
    fold.open = unfolded.has(first);
    fold.addEventListener("toggle", () => unfolded[fold.open ? "add" : "delete"](first));
    fold.append(made("summary", "", `${first} … ${those.length}`), ...those.map(entryOf));
    return fold;
  });

  /** @param {OfUnits} one @param {Intention} kind */
  const keyOf = (one, kind) => `${one.units.join()}|${kind.what}`;
  /** @param {Intention} kind */
  const hasPlaces = (kind) => kind.choices.some((choice) => placeOf(choice));

  // There is nothing to choose about it, on the map or in a list.
  /** @param {OfUnits} one @param {Intention} kind */
  const isSingle = (one, kind) => one.units.length > 0 && kind.choices.length === 1 && !hasPlaces(kind);

  // On the map

  const armedChoices = () => offers.offers.flatMap((one) => one.intentions.filter((kind) => keyOf(one, kind) === armed).flatMap((kind) => kind.choices));

  /** @param {Choice | null} choice */
  function light(choice) {
    isLit = Boolean(choice);
    places.light(choice, pieceOfUnit(unit())?.at_px);
  }

  /** A tap on the map: declares the one choice that is there, or lists those that are; whether there were any. @param {Px} px @param {Choice[]} among */
  function tapped(px, among = armedChoices()) {
    const there = places.at(px, among);
    if (there.length === 1) send(there[0]);
    else if (there.length) { here = there; show(); }
    return there.length > 0;
  }

  /** A tap on a counter that something is aimed at. @param {string} one */
  function aimedAt(one) {
    const there = armedChoices().filter((choice) => !choice.way_px.length && choice.targets.includes(one));
    if (!there.length) return false;
    if (there.length === 1) send(there[0]);
    else { here = there; show(); }
    return true;
  }

  // Doing

  /** @param {Choice} choice */
  const send = (choice) => declared("actions", { action: choice.action });

  /** While what was declared is not answered yet, nothing else is declared or taken back. @param {boolean} is */
  function busy(is) {
    el.game.ariaBusy = String(is);
    el["game-undo"].disabled = el["game-redo"].disabled = is;
  }

  /** @param {string} route @param {Record<string, unknown>} what */
  const declared = (route, what) => trying(async () => {
    if (el.game.ariaBusy === "true") return;
    busy(true);
    light(null);
    const typed = el["game-dice"].checked;
    say("");
    const why = table.now?.frame.kind === "hex" ? WORKING : `${WORKING} ${WHY_LONG}`;
    const slow = typed ? [] : [setTimeout(say, SLOW_MS, WORKING), setTimeout(say, LONG_S * 1000, why)]; // no such message while a player throws his own dice
    const before = go.actions;
    let told = Promise.resolve("");
    try {
      const answer = await withDice((dice) => call("POST", once(path("game", route), go.revision), { side: go.to_act, ...what, ...(typed ? { dice } : {}) }));
      const { declared: actions, told: parties, stopped } = answer;
      if (actions && !actions.length) throw new Error([...parties, stopped].filter(Boolean).join(" "));
      told = actions ? Promise.resolve([...parties, stopped && `Stopped: ${stopped}`].filter(Boolean).map(sentence).join(" ")) : fallen(before);
    } finally {
      for (const one of slow) clearTimeout(one);
      say("");
      await Promise.all([told.then(say), read(), done()]).finally(() => busy(false));
    }
  });

  /** What came of the action after so many others if dice fell in it, in sum; what falls without dice is seen on the map. @param {number} before */
  async function fallen(before) {
    /** @type {{turns: import("./replay.js").Turn[]}} */
    const { turns: [turn] } = await call("GET", `${path("game", "record")}?${new URLSearchParams({ after: String(before), most: "1" })}`);
    if (!turn?.dice.length) return "";
    const came = turn.changes.length ? turn.changes : turn.lines.filter((line) => !HEADING.test(line));
    return came.length ? sentence(came.join("; ")) : "";
  }

  /** @param {string} method @param {string[]} where @param {object} [body] */
  const step = (method, where, body) => () => trying(async () => {
    if (el.game.ariaBusy === "true") return;
    busy(true);
    try {
      await call(method, once(path("game", ...where), go.revision), body);
    } finally {
      await Promise.all([read(), done()]).finally(() => busy(false));
    }
  });

  el["game-undo"].addEventListener("click", step("DELETE", ["actions", "last"]));
  el["game-redo"].addEventListener("click", step("POST", ["actions", "redo"]));
  el["game-agree"].addEventListener("click", step("POST", ["asked"], { agrees: true }));
  el["game-decline"].addEventListener("click", step("POST", ["asked"], { agrees: false }));
  el["game-everything"].addEventListener("click", () => { everything = !everything; trying(read); });

  /** @param {string} one */
  const mayGo = (one) => Boolean(one) && offers.offers.some((group) => group.units.includes(one));

  return {
    read, show, tapped, aimedAt, take,
    /** Sends a unit to a point, the chosen one if none is named. @param {Px} px @param {string} [one] */
    goTo: (px, one = unit()) => going.goTo(one, px),
    /** Shows the way of a unit to a point while it is dragged. @param {string} one @param {Px} px @param {Px} [from] */
    plan(one, px, from) { if (go) going.plan(one, px, from); },
    planEnds: going.planEnds,
    /** The objectives at a point, in words. @param {Px} px @returns {string[]} */
    goalsAt: (px) => brief.goalsAt(px, hexHalf() || Math.max(NEAR_PX / stage.zoom, table.now?.frame.cell_px ?? 0)),
    isOn: () => Boolean(go),
    /** How many actions were declared. */
    get actions() { return go?.actions ?? 0; },
    get offers() { return offers; },
    /** The side that decides now; empty for none. */
    get toAct() { return go?.to_act ?? ""; },
    get waits() { return waits; },
    /** What the player on the seat of one side should do, for the title of the page; empty if nothing, or if the page has all seats. */
    get wanted() {
      if (!go?.sides.includes(side()) || go.result) return "";
      if (go.asked) return go.asked.by === side() ? "" : "You are asked";
      return go.to_act === side() && !go.players[side()] ? "Your go" : "";
    },
    /** @param {string} one */
    isMine: (one) => mayGo(one),
  };
}
