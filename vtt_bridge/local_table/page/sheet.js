// The panel beside the map; on a phone a sheet that is pulled up from the bottom.

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
    /** How far down the window it begins when it is pulled up fully. */
    get topPx() { return window.innerHeight - (sheet.classList.contains("up") ? sheet.offsetHeight : handle.offsetHeight); },
  };
}
