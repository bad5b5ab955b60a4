// Pictures of private answers: drawn only on the canvas of those they are for. They are not documents of the
// world, as every browser gets those.

import { OURS, tableOf } from "./table.mjs";

const SHOW = `${OURS}.show`;
const WAIT_MS = 10_000;

/** Make the layer that holds them, and let the game master's browser send them to this one (Foundry 13 and later). */
export function prepare() {
  const Layer = foundry.canvas?.layers?.CanvasLayer ?? CanvasLayer;
  CONFIG.Canvas.layers[OURS] = {
    group: "interface",
    layerClass: class PrivateAnswers extends Layer {
      static get layerOptions() {
        return { ...super.layerOptions, name: OURS };
      }

      async _draw() {}

      async show({ src, x, y, width, height, tag, revision }) {
        const sprite = new PIXI.Sprite(await PIXI.Texture.fromURL(src));
        Object.assign(sprite, { x, y, width, height, answer: { tag, revision } });
        this.clear((answer) => answer.tag === tag);
        this.addChild(sprite);
      }

      clear(which = () => true) {
        for (const sprite of [...this.children]) if (which(sprite.answer)) sprite.destroy();
      }
    },
  };
  if (CONFIG.queries) CONFIG.queries[SHOW] = show;
}

/** Remove what is drawn here: all of it, or what was worked out for an older scene. */
export function clearHere({ olderAlone = false } = {}) {
  const layer = canvas?.[OURS];
  if (!layer?.children.length) return;
  const now = olderAlone ? tableOf(canvas.scene).source.revision : "";
  layer.clear(olderAlone ? (answer) => answer.revision !== now : undefined);
}

/** Draw a picture for some users; returns those to whom it could not be sent. */
export async function showTo(users, picture) {
  const sent = users.map(async (user) => {
    if (user.id === game.user.id) return show(picture);
    if (!CONFIG.queries || !user.active) return false;
    return user.query(SHOW, picture, { timeout: WAIT_MS }).catch(() => false);
  });
  const shown = await Promise.all(sent);
  return users.filter((_, place) => !shown[place]);
}

async function show(picture) {
  const layer = canvas?.[OURS];
  if (!layer || canvas.scene?.id !== picture.scene) return false;
  await layer.show(picture);
  return true;
}
