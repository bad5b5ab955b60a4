// Answers on the map. Each question has one overlay, which the next replaces unless it is pinned. Pictures shown to all lie below.

import { legendOf, made, putSvg } from "./parts.js";
import { scenePath, sideName, table, withNames } from "./scene.js";
import { call, fromSeat } from "./talk.js";

/** @typedef {import("./look.js").Looked} Looked */
/** @typedef {import("./scene.js").Overlay} Overlay */
/** @typedef {{key: string, looked: Looked, pinned: boolean, layer: HTMLElement}} Laid */

// In the page's pixels; the verdict and its odds stand on a card of the page.
const ON_PAGE = ".legend-panel,.legend-text,.refusal,[class^=odds-]{display:none}";

/**
 * @param {{looks: HTMLElement, shared: HTMLElement, box: HTMLElement, list: HTMLElement, clearAll: HTMLElement}} el
 * @param {{trying: (work: () => Promise<void>) => Promise<void>, read: () => Promise<void>, taken: () => void}} on
 */
export function makeOverlays(el, { trying, read, taken }) {
  /** @type {Laid[]} */
  let laid = [];
  /** @type {Set<string>} */
  const off = new Set();

  /** Lays an answer in the place of the last one that is not pinned. @param {string} key @param {Looked} looked */
  function lay(key, looked) {
    const before = laid.find((one) => one.key === key);
    if (before?.looked === looked) return;
    laid = laid.filter((one) => one.pinned && one.key !== key);
    laid.push({ key, looked, pinned: before?.pinned ?? false, layer: drawn(looked) });
    show();
  }

  /** Removes what is not pinned. */
  function unlay() {
    if (laid.every((one) => one.pinned)) return;
    laid = laid.filter((one) => one.pinned);
    show();
  }

  /** @param {string} key */
  function pin(key) {
    laid = laid.map((one) => (one.key === key ? { ...one, pinned: !one.pinned } : one));
    show();
  }

  /** @param {string} key */
  const isPinned = (key) => laid.some((one) => one.key === key && one.pinned);

  function show() {
    const now = laid.map((one) => one.layer);
    for (const { layer, looked } of laid) layer.classList.toggle("older", looked.revision !== table.now?.source.revision);
    if (now.length !== el.looks.children.length || now.some((layer, k) => el.looks.children[k] !== layer)) el.looks.replaceChildren(...now);
    showShared();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.key;
    const overlays = table.now?.overlays ?? [];
    el.list.replaceChildren(...laid.map(ownEntry), ...overlays.map(sharedEntry));
    if (focused) /** @type {HTMLElement | null} */ (el.list.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
    el.box.hidden = !laid.length && !overlays.length;
    el.clearAll.hidden = laid.length + overlays.length < 2;
  }

  // What is shown to all

  /** @param {Overlay} one */
  const keyOf = (one) => `${one.tag} ${one.to ?? ""}`;
  /** @param {Overlay} one @param {Record<string, string>} more @param {string[]} steps */
  const pathOf = (one, more, ...steps) => `${scenePath("overlays", one.tag, ...steps)}?${new URLSearchParams({ to: one.to ?? "", ...more })}`;
  /** @param {Overlay} one */
  const isOlder = (one) => one.revision !== table.now?.source.revision;

  function showShared() {
    el.shared.replaceChildren(...(table.now?.overlays ?? []).map((one) => {
      const source = fromSeat(pathOf(one, { digest: one.digest }));
      const picture = /** @type {HTMLImageElement} */ ([...el.shared.children].find((there) => there.getAttribute("src") === source) ?? made("img"));
      if (!picture.getAttribute("src")) Object.assign(picture, { src: source, alt: one.title || one.tag });
      picture.hidden = off.has(keyOf(one));
      picture.classList.toggle("older", isOlder(one));
      Object.assign(picture.style, { left: `${one.at_px[0]}px`, top: `${one.at_px[1]}px`, width: `${one.size_px[0]}px`, height: `${one.size_px[1]}px` });
      return picture;
    }));
  }

  /** @param {Overlay} one */
  function sharedEntry(one) {
    const key = keyOf(one);
    const title = withNames(one.title || one.tag);
    const [entry, head] = entryOf();
    const label = made("label");
    const box = /** @type {HTMLInputElement} */ (made("input"));
    Object.assign(box, { type: "checkbox", checked: !off.has(key) });
    box.dataset.key = `show ${key}`;
    box.addEventListener("change", () => {
      off[box.checked ? "delete" : "add"](key);
      show();
    });
    label.append(box, made("span", "", title));
    head.append(label, button("×", `Take ${title} off the map`, `away ${key}`, () => trying(async () => {
      await call("DELETE", pathOf(one, { owner: one.owner }));
      await read();
    })));
    if (one.to) entry.append(made("p", "quiet", `For ${sideName(one.to)} alone.`));
    if (isOlder(one)) entry.append(made("p", "older", "The scene has changed since it was laid."));
    if (one.legend.length && !off.has(key)) entry.append(legendOf(one));
    return entry;
  }

  // What this page alone sees

  /** @param {Laid} one */
  function ownEntry({ key, looked, pinned }) {
    const title = withNames(looked.ruling.question);
    const [entry, head] = entryOf();
    const hold = button(pinned ? "pinned" : "pin", `${pinned ? "Unpin" : "Pin"} ${title}`, `pin ${key}`, () => pin(key));
    hold.setAttribute("aria-pressed", String(pinned));
    head.append(made("span", "title", title), ...(looked.legend.length ? [fold(title)] : []), hold, button("×", `Take ${title} off the map`, `away ${key}`, () => {
      laid = laid.filter((other) => other.key !== key);
      taken();
      show();
    }));
    if (looked.legend.length) entry.append(legendOf(looked));
    return entry;
  }

  /** Folds what the colours of answers mean away. @param {string} title */
  function fold(title) {
    const one = button("", `${title}: what its colours mean`, `fold ${title}`, () => {
      el.box.classList.toggle("folded");
      show();
    });
    one.classList.add("fold");
    one.setAttribute("aria-expanded", String(!el.box.classList.contains("folded")));
    return one;
  }

  /** @returns {[HTMLElement, HTMLElement]} */
  function entryOf() {
    const [entry, head] = [made("li"), made("div", "head")];
    entry.append(head);
    return [entry, head];
  }

  /** @param {string} text @param {string} label @param {string} key @param {() => void} work */
  function button(text, label, key, work) {
    const one = /** @type {HTMLButtonElement} */ (made("button", "plain", text));
    one.type = "button";
    one.dataset.key = key;
    one.setAttribute("aria-label", label);
    one.addEventListener("click", work);
    return one;
  }

  el.clearAll.addEventListener("click", () => trying(async () => {
    laid = [];
    taken();
    show();
    for (const one of table.now?.overlays ?? []) await call("DELETE", pathOf(one, { owner: one.owner }));
    await read();
  }));

  return {
    lay, unlay, pin, isPinned, show,
    /** The question of the answer laid last, as it was asked; none while there is none. @returns {import("./look.js").Question | undefined} */
    get last() { return laid.length ? JSON.parse(laid[laid.length - 1].key) : undefined; },
    clear() {
      laid = [];
      off.clear();
      el.looks.replaceChildren();
    },
  };
}

/** @param {Looked} looked */
function drawn(looked) {
  const layer = made("div", "layer look");
  putSvg(layer, looked.svg, ON_PAGE);
  layer.setAttribute("role", "img");
  layer.setAttribute("aria-label", withNames(looked.ruling.question));
  return layer;
}
