// A picture beneath the drawing, such as a scanned map: placed, aligned with the grid by two clicks, and used as the game's map.

/** @typedef {[number, number]} Px */
/** @typedef {{name: string, px: Px}} Corner  what a click should mean, and where it lies in the drawing */

const MOST_PX = 8192;
const LEAST_APART_PX = 20;

/** @param {HTMLCanvasElement} canvas */
export function makeBackdrop(canvas) {
  let box = { left: 0, top: 0, width: 0, height: 0 };
  let isThere = false;

  function place() {
    canvas.hidden = !isThere;
    Object.assign(canvas.style, Object.fromEntries(Object.entries(box).map(([edge, px]) => [edge, `${px}px`])));
  }

  return {
    get isThere() { return isThere; },
    /** Lays a picture over the whole of a drawing. @param {Blob} picture @param {[number, number]} size */
    async lay(picture, size) {
      const image = await createImageBitmap(picture).catch(() => { throw new Error("That is no picture that can be shown: PNG, JPEG or WebP."); });
      const shrunk = Math.min(1, MOST_PX / Math.max(image.width, image.height));
      Object.assign(canvas, { width: Math.round(image.width * shrunk), height: Math.round(image.height * shrunk) });
      canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
      box = { left: 0, top: 0, width: size[0], height: size[1] };
      isThere = true;
      place();
    },
    /** Moves and stretches the picture until what was clicked lies where it should. @param {Px[]} clicked @param {Corner[]} meant */
    lineUp([one, other], [first, second]) {
      const stretch = [0, 1].map((axis) => (second.px[axis] - first.px[axis]) / (other[axis] - one[axis]));
      if ([0, 1].some((axis) => Math.abs(other[axis] - one[axis]) < LEAST_APART_PX) || stretch.some((share) => !(share > 0))) {
        throw new Error(`${second.name} lies below and to the right of ${first.name}; click both again.`);
      }
      box = {
        left: first.px[0] + (box.left - one[0]) * stretch[0],
        top: first.px[1] + (box.top - one[1]) * stretch[1],
        width: box.width * stretch[0],
        height: box.height * stretch[1],
      };
      place();
    },
    takeAway() {
      isThere = false;
      place();
    },
    /** The part that lies on a drawing of this size, as a PNG. @param {[number, number]} size @returns {Promise<Blob>} */
    png([width, height]) {
      const sheet = Object.assign(document.createElement("canvas"), { width, height });
      sheet.getContext("2d")?.drawImage(canvas, box.left, box.top, box.width, box.height);
      return new Promise((done, fail) => sheet.toBlob((blob) => (blob ? done(blob) : fail(new Error("The picture is too large."))), "image/png"));
    },
  };
}

/** The picture in a Universal VTT map, which holds it as base64; none if it has none. @param {{image?: string}} map @returns {Blob | null} */
export function pictureIn({ image }) {
  return image ? new Blob([Uint8Array.from(atob(image), (sign) => sign.charCodeAt(0))]) : null;
}
