// The panel beside the map; on a phone a sheet that is drawn up from the bottom.

/** @param {HTMLElement} sheet @param {HTMLElement} handle */
export function makeSheet(sheet, handle) {
  let from = 0;

  /** @param {boolean} isUp */
  function draw(isUp) {
    sheet.classList.toggle("up", isUp);
    handle.setAttribute("aria-expanded", String(isUp));
  }

  handle.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (event.buttons && Math.abs(event.clientY - from) > 24) draw(event.clientY < from);
  });
  handle.addEventListener("click", (event) => {
    if (Math.abs(event.clientY - from) > 24 && event.detail) return; // it was drawn
    draw(!sheet.classList.contains("up"));
  });

  return {
    lower: () => draw(false),
    /** How far down in the window it begins, once it is drawn as far as it goes. */
    get topPx() { return window.innerHeight - (sheet.classList.contains("up") ? sheet.offsetHeight : handle.offsetHeight); },
  };
}
