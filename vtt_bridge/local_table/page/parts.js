// Parts of the page, made from what the table says; words go in through textContent alone.

import { withNames } from "./scene.js";

/** @param {string} name @param {string} [className] @param {string} [text] @returns {HTMLElement} */
export function made(name, className = "", text = "") {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/** @param {HTMLSelectElement} select @param {[string, string][]} options  value and text of each */
export function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

/** @param {{legend: import("./scene.js").LegendLine[]}} overlay */
export function legendOf(overlay) {
  const legend = made("div", "legend");
  for (const { colour: ink, pattern, text } of overlay.legend) {
    const swatch = made("span", `swatch ${pattern}`);
    swatch.style.setProperty("--ink", ink);
    const meaning = made("span");
    meaning.append(swatch, made("span", "", withNames(text)));
    legend.append(meaning);
  }
  return legend;
}

/** Words that end as a sentence does, so that others can follow. @param {string} words */
export const sentence = (words) => (/[.!?…]$/.test(words) ? words : `${words}.`);

const THROWN = /(?<=d\d+ shows? )\d+(?:(?:, | and | )\d+)*/g;

/** A sentence of which the faces that dice showed stand as dice. @param {string} text @returns {(string | HTMLElement)[]} */
export function withDice(text) {
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let told = 0;
  for (const { 0: faces, index } of text.matchAll(THROWN)) {
    parts.push(text.slice(told, index));
    for (const face of faces.split(/(\d+)/)) parts.push(/\d/.test(face) ? made("b", "die", face) : face);
    told = index + faces.length;
  }
  return [...parts, text.slice(told)];
}

const FILLING = "svg{position:absolute;inset:0;width:100%;height:100%}";

/** Draws an SVG of the table's in a layer, in a tree of its own, so that its classes and patterns are no other picture's. Its style
 * sheet is adopted, as the page allows none that stand in a document. @param {HTMLElement} layer @param {string} text @param {string} [css] */
export function putSvg(layer, text, css = "") {
  const sheet = new CSSStyleSheet();
  const bare = text.replace(/<style>([^]*?)<\/style>/, (_, rules) => {
    sheet.replaceSync(`${rules}\n${FILLING}${css}`);
    return "";
  });
  const svg = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  svg.querySelector("title")?.remove();
  svg.removeAttribute("role");
  svg.setAttribute("aria-hidden", "true"); // its layer says what it is
  const root = layer.shadowRoot ?? layer.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(document.importNode(svg, true));
}

/** A button that does what its hearers do. @param {string} text @param {string} [className] @returns {HTMLButtonElement} */
export function button(text, className = "") {
  const one = document.createElement("button");
  Object.assign(one, { type: "button", className, textContent: text });
  return one;
}
