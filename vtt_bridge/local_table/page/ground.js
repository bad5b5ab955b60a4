// The ground beneath the counters. The map is a drawing; painting it takes a moment on a large board, so it is painted
// twice: all of it coarsely, once, and sharply where one looks, each time the stage has come to rest.

/** @typedef {import("./scene.js").Px} Px */

const WHOLE_PX = 2048;
const MOST_SHARP_PX = 4096;
const MARGIN = 0.5; // of the window, on each side: the map can be panned this far before it is painted again

/** @param {{map: HTMLImageElement, whole: HTMLCanvasElement, sharp: HTMLCanvasElement}} el @param {import("./stage.js").Stage} stage */
export function makeGround({ map, whole, sharp }, stage) {
  /** @type {Px} */
  let size = [0, 0];
  let painted = { left: 0, top: 0, right: 0, bottom: 0, k: 0 };

  function paintWhole() {
    const scale = Math.min(1, WHOLE_PX / Math.max(...size));
    paint(whole, [0, 0], size, scale);
    painted = { left: 0, top: 0, right: 0, bottom: 0, k: 0 };
    sharpen();
  }

  function sharpen() {
    if (!map.complete || !map.naturalWidth || !size[0]) return;
    const { left, top, right, bottom, k } = stage.seen();
    const seen = { left: Math.max(0, left), top: Math.max(0, top), right: Math.min(size[0], right), bottom: Math.min(size[1], bottom) };
    if (seen.right <= seen.left || seen.bottom <= seen.top) return;
    const isThere = painted.k === k && seen.left >= painted.left && seen.top >= painted.top && seen.right <= painted.right && seen.bottom <= painted.bottom;
    if (isThere) return;
    const [wide, high] = [(right - left) * MARGIN, (bottom - top) * MARGIN];
    painted = {
      left: Math.max(0, left - wide), top: Math.max(0, top - high), right: Math.min(size[0], right + wide), bottom: Math.min(size[1], bottom + high), k,
    };
    const [across, down] = [painted.right - painted.left, painted.bottom - painted.top];
    const scale = Math.min(k * devicePixelRatio, MOST_SHARP_PX / Math.max(across, down));
    paint(sharp, [painted.left, painted.top], [across, down], scale);
  }

  /** @param {HTMLCanvasElement} canvas @param {Px} at @param {Px} part  of the scene @param {number} scale */
  function paint(canvas, at, part, scale) {
    Object.assign(canvas, { width: Math.ceil(part[0] * scale), height: Math.ceil(part[1] * scale) });
    Object.assign(canvas.style, { left: `${at[0]}px`, top: `${at[1]}px`, width: `${part[0]}px`, height: `${part[1]}px` });
    const on = canvas.getContext("2d", { alpha: false }); // what lies beneath need not be drawn at all
    if (!on) return;
    on.fillStyle = getComputedStyle(canvas).getPropertyValue("--desk");
    on.fillRect(0, 0, canvas.width, canvas.height);
    on.drawImage(map, ...at, ...part, 0, 0, canvas.width, canvas.height);
  }

  map.addEventListener("load", paintWhole);
  stage.settled(sharpen);

  return {
    /** Shows another map: `source`, or what else there is where that cannot be had.
     * @param {Px} px @param {string} source @param {string} otherwise @param {string} words */
    show(px, source, otherwise, words) {
      size = px;
      for (const canvas of [whole, sharp]) canvas.width = canvas.height = 0;
      map.onerror = () => { map.onerror = null; map.src = otherwise; };
      whole.setAttribute("aria-label", words);
      map.src = source;
    },
  };
}
