// A screen of the map alone, without panels: in true scale for the table itself (?screen=scale), or one of several side by side (?screen=fit).

import { table } from "./scene.js";

/** @typedef {import("./stage.js").Stage} Stage */

const [INCH_KEPT, HEX_KEPT] = ["blindhex-screen-inch-px", "blindhex-screen-hex-mm"];
const CARD_IN = 85.6 / 25.4; // a bank card is 85.6 mm long, everywhere
const USUAL_INCH_PX = 96;
const USUAL_HEX_MM = 32;

/** @param {Record<string, any>} el @param {Stage} stage */
export function makeScreen(el, stage) {
  const asked = new URLSearchParams(location.search).get("screen");
  const inScale = asked === "scale";
  document.body.classList.toggle("screen", asked !== null);
  /** @param {string} key @param {number} usual */
  const kept = (key, usual) => Number(localStorage.getItem(key)) || usual;

  function scale() {
    const frame = table.now?.frame;
    if (!frame) return;
    const inchPx = kept(INCH_KEPT, USUAL_INCH_PX);
    const cellIn = frame.kind === "hex" ? kept(HEX_KEPT, USUAL_HEX_MM) / 25.4 : frame.cell_in ?? 1;
    stage.zoomTo((inchPx * cellIn) / frame.cell_px);
  }

  function measure() {
    el["screen-hex"].hidden = table.now?.frame.kind !== "hex";
    el["screen-inch"].value = String(kept(INCH_KEPT, USUAL_INCH_PX));
    el["screen-hex-mm"].value = String(kept(HEX_KEPT, USUAL_HEX_MM));
    showBar();
    el.measure.showModal();
  }

  const showBar = () => { el["screen-bar"].style.width = `${CARD_IN * Number(el["screen-inch"].value)}px`; };

  el["screen-inch"].addEventListener("input", showBar);
  el.measure.addEventListener("close", () => {
    localStorage.setItem(INCH_KEPT, el["screen-inch"].value);
    localStorage.setItem(HEX_KEPT, el["screen-hex-mm"].value);
    scale();
  });
  if (asked) {
    document.addEventListener("keydown", (event) => {
      if (el.measure.open || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "m" && inScale) measure();
      if (event.key === "f") document.documentElement.requestFullscreen?.();
    });
  }
  if (asked === "fit") moveTogether(stage);

  return {
    isOn: asked !== null,
    isOneOfSeveral: asked === "fit",
    /** Places the map anew. */
    lay() {
      if (asked === "fit") stage.fit();
      if (!inScale) return;
      scale();
      if (!localStorage.getItem(INCH_KEPT)) measure();
    },
  };
}

// Maps side by side show the same place: the one that is moved tells the others.
/** @param {Stage} stage */
function moveTogether(stage) {
  const channel = new BroadcastChannel("blindhex-maps");
  let follows = false;
  stage.moved(() => { if (!follows && document.hasFocus()) channel.postMessage({ scene: table.id, ...stage.seen() }); });
  channel.onmessage = ({ data }) => {
    if (data.scene !== table.id) return;
    follows = true;
    stage.look([(data.left + data.right) / 2, (data.top + data.bottom) / 2], data.k);
    follows = false;
  };
}
