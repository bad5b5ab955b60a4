// Dice that players throw themselves: asks for one throw after another until none is missing.

/** @typedef {{what: string, needed: string, count: number, sides: number}} Wanted */

/** @param {Record<string, any>} el */
export function makeOwnDice(el) {
  /** @template T @param {(dice: number[]) => Promise<T>} work @returns {Promise<T>} */
  async function withDice(work) {
    /** @type {number[]} */
    const dice = [];
    for (;;) {
      try {
        return await work(dice);
      } catch (error) {
        const wanted = /** @type {any} */ (error).told?.wanted;
        if (!wanted) throw error;
        dice.push(...await askedFor(wanted));
      }
    }
  }

  /** @param {Wanted} wanted @returns {Promise<number[]>} */
  const askedFor = ({ what, needed, count, sides }) => new Promise((answer, refuse) => {
    const form = el["dice-form"];
    el["dice-wanted"].textContent = `${what}: ${count > 1 ? count : ""}d${sides}${needed ? `, needs ${needed}` : ""}`;
    const field = el["dice-faces"];
    field.value = "";
    el["dice-dialog"].showModal();
    field.focus();
    form.onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const faces = field.value.split(/[\s,]+/).filter(Boolean).map(Number);
      const isRight = faces.length === count && faces.every((/** @type {number} */ face) => Number.isInteger(face) && face >= 1 && face <= sides);
      field.setCustomValidity(isRight ? "" : `${count === 1 ? "A number" : `${count} numbers`} from 1 to ${sides}`);
      if (!form.reportValidity()) return;
      el["dice-dialog"].onclose = null;
      el["dice-dialog"].close();
      answer(faces);
    };
    field.oninput = () => field.setCustomValidity("");
    el["dice-dialog"].onclose = () => refuse(new Error("No dice were thrown; nothing was done."));
  });

  return { withDice };
}
