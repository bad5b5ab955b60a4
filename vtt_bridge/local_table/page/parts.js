// Parts of the page, made from what the table says; words go in through textContent alone.

import { withNames } from "./scene.js";
import { svgMade } from "./stage.js";

export const LONG_S = 5; // after that the page says why it takes so long
export const WHY_LONG = "After Blindhex is installed, the first such question takes up to a minute or two: its code is compiled once, and kept.";

/** Whether what is typed now goes into a field. */
export const isTyped = () => Boolean(document.activeElement?.closest("input, textarea, select, dialog"));

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

/** @param {string} ink @param {string} pattern */
function field(ink, pattern) {
  const swatch = made("span", `swatch ${pattern}`);
  swatch.style.setProperty("--ink", ink);
  return swatch;
}

/** A sample of what is no field, drawn as on the map: what lies beneath has the outline. @param {...[string, Record<string, string | number>]} shapes */
function sample(...shapes) {
  const drawing = svgMade("svg", { class: "sample", viewBox: "0 0 24 14", "aria-hidden": "true" });
  drawing.append(...shapes.map(([name, said]) => svgMade(name, { fill: "none", ...said })));
  return drawing;
}

const OUTLINE = "#1b1a17";
const PAPER = "#fffdf6";
/** @param {string} dash @returns {(ink: string) => Element} */
const line = (dash) => (ink) => sample(...[[OUTLINE, 6], [ink, 3.5]].map(([stroke, width]) => /** @type {[string, Record<string, string | number>]} */ (
  ["path", { d: "M1 7H23", stroke, "stroke-width": width, "stroke-dasharray": dash }])));
/** @param {string} dash @returns {(ink: string) => Element} */
const ring = (dash) => (ink) => sample(["circle", { cx: 12, cy: 7, r: 5, fill: PAPER, stroke: ink, "stroke-width": 2.4, "stroke-dasharray": dash }]);
/** What is no field in a legend. @type {Record<string, (ink: string) => Element>} */
const DRAWN = {
  line: line("none"), "dashed-line": line("6 2.5"), "dotted-line": line("2.5 2.5"), ring: ring("none"), "dashed-ring": ring("3.5 2"),
  disc: (ink) => sample(["circle", { cx: 12, cy: 7, r: 5.5, fill: ink, stroke: OUTLINE, "stroke-width": 1.2 }]),
  figure: (ink) => sample(["rect", { x: 6, y: 0, width: 12, height: 14, rx: 3, fill: PAPER }], ["path", { d: "M9.5 4.5 12.5 2.5V11.5", stroke: ink, "stroke-width": 1.8 }]),
  flag: (ink) => sample(["path", { d: "M7 13V1L17 4.5 7 8", fill: ink, stroke: OUTLINE, "stroke-width": 1.4 }]),
};

/** @param {{legend: import("./scene.js").LegendLine[]}} overlay */
export function legendOf(overlay) {
  const legend = made("div", "legend");
  for (const { colour: ink, pattern, text } of overlay.legend) {
    const meaning = made("span");
    meaning.append(pattern in DRAWN ? DRAWN[pattern](ink) : field(ink, pattern), made("span", "means", withNames(text)));
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

/** Draws an SVG of the table's in a layer, in a tree of its own, so that its classes and patterns do not mix with another picture's. Its style
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

/** Saves something as a file that is called after a name. @param {Blob} content @param {string} name @param {string} ending */
export function saved(content, name, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = `${name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "board"}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
