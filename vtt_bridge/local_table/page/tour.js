// Help where one looks: first steps beside the map, each gone once it is done, and a page of what can be done.

const KEPT = "blindhex-first-steps";

/** @typedef {{words: string | (() => string), isDone: () => boolean, isFor?: () => boolean}} Step */

/** @param {Record<string, any>} el @param {{actions: () => number}} game */
export function makeTour(el, { actions }) {
  let at = -1; // the step that is shown; -1 for none
  let before = 0;

  /** What one can do first: ask about who is on the map, set up who waits, or what is due. */
  function begin() {
    if (document.querySelector(".token") || el.game.hidden) return "Choose one of the units on the map.";
    if (document.querySelector(".waiting:not(.idle)")) return "Choose one of the units that wait in the panel.";
    return "Begin with what the panel says is due.";
  }

  /** @type {Step[]} */
  const steps = [
    {
      words: () => `Here you play with an umpire. ${begin()}`,
      isDone: () => !el.unit.hidden,
    },
    { words: "What can it do? Try Reaches, Sees or Can hit: the answer lies on the map.", isDone: () => Boolean(el.unit.querySelector("[aria-pressed=true]")) },
    { words: "Now point at an enemy and choose it: sight, every modifier and the exact odds, before anything is declared.", isDone: () => !el.ruling.hidden },
    { words: "Each reason names its rule. Point at one: what causes it lights up on the map.", isDone: () => Boolean(el.ruling.querySelector(".reason:is(:hover, :focus)")) },
    {
      words: "The panel says what is due. Choose there, or drag a unit: the dice fall, and all of it can be taken back.",
      isDone: () => actions() > before,
      isFor: () => !el.game.hidden,
    },
    { words: "That is all it takes. The ? above has the rest: seats, keys, chat.", isDone: () => false },
  ];

  /** @param {number} next */
  function show(next) {
    while (steps[next]?.isFor?.() === false) next += 1;
    at = next < steps.length ? next : -1;
    el.coach.hidden = at < 0;
    if (at < 0) return localStorage.setItem(KEPT, "seen");
    before = actions();
    say();
    el["coach-next"].textContent = at === steps.length - 1 ? "Done" : "Next";
  }

  function say() {
    const { words } = steps[at];
    el["coach-words"].textContent = typeof words === "string" ? words : words();
  }

  function check() {
    if (at < 0) return;
    if (steps[at].isDone()) show(at + 1);
    else say();
  }
  // On a phone what an answer's colours mean lies beneath it.
  new ResizeObserver(() => el.coach.parentElement.style.setProperty("--coach-px", `${el.coach.offsetHeight}px`)).observe(el.coach);
  for (const kind of ["click", "keyup", "pointerover"]) document.addEventListener(kind, () => requestAnimationFrame(check));

  el["coach-next"].addEventListener("click", () => show(at + 1));
  el["coach-end"].addEventListener("click", () => show(steps.length));
  el["help-open"].addEventListener("click", () => el.help.showModal());
  el["help-close"].addEventListener("click", () => el.help.close());
  el["help-tour"].addEventListener("click", () => {
    el.help.close();
    show(0);
  });

  return {
    /** Shows the first steps to whoever is here for the first time. */
    welcome() { if (!localStorage.getItem(KEPT)) show(0); },
    check,
  };
}
