// The chat: what players say, and what the umpire says to all. Words go in through textContent alone.

import { made, withDice } from "./parts.js";
import { scenePath, sideName, sideNumber, withNames } from "./scene.js";
import { call, seat } from "./talk.js";

/** @typedef {{id: number, author: string, text: string, rules: string[], to: string, said_at: string, declared_by: string}} Line */

/** @param {{log: HTMLElement, chat: HTMLElement, form: HTMLFormElement, say: HTMLInputElement}} el @param {(work: () => Promise<void>) => Promise<void>} trying */
export function makeChat({ log, chat, form, say }, trying) {
  let last = 0;
  let before = { who: "", head: "" }; // who said the last line and when, and how it began
  let isAtEnd = true; // and stays there when the panel above grows

  const toEnd = () => { log.scrollTop = log.scrollHeight; };
  log.addEventListener("scroll", () => { isAtEnd = log.scrollTop + log.clientHeight > log.scrollHeight - 8; }, { passive: true });
  new ResizeObserver(() => { if (isAtEnd) toEnd(); }).observe(log);

  async function read() {
    /** @type {{lines: Line[]}} */
    const { lines } = await call("GET", `${scenePath("chat")}?after=${last}`);
    const fresh = lines.filter((one) => one.id > last);
    for (const one of fresh) {
      last = one.id;
      const entry = lineOf(one);
      const [who, head] = /** @type {HTMLElement[]} */ ([...entry.children]);
      who.hidden = who.textContent === before.who;
      head.hidden = isAlone(one) && head.textContent === before.head; // what the side alone hears of an action follows what all hear
      before = { who: who.textContent ?? "", head: head.textContent ?? "" };
      chat.append(entry);
    }
    if (fresh.length) toEnd();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = say.value.trim();
    if (!text) return;
    trying(async () => {
      await call("POST", scenePath("chat"), { author: seat.name || "Player", text });
      say.value = "";
      await read();
    });
  });

  return {
    read,
    clear() {
      last = 0;
      before = { who: "", head: "" };
      chat.replaceChildren();
    },
  };
}

/** Whether a side alone hears what came of its own action. @param {Line} one */
const isAlone = ({ to, declared_by: by }) => Boolean(to) && to === by;

/** @param {Line} one */
function lineOf(one) {
  const entry = made("li", one.rules.length || one.author === "Umpire" ? "umpire" : "");
  entry.dataset.to = one.to;
  if (one.declared_by) entry.dataset.side = String(sideNumber(one.declared_by));
  const time = new Date(one.said_at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  entry.append(made("p", "who", `${sideName(one.declared_by || one.author)}${isAlone(one) ? " alone" : one.to ? ` to ${sideName(one.to)}` : ""}, ${time}`));
  const [head, ...rest] = withNames(one.text).split("\n");
  entry.append(made("p", rest.length || one.rules.length ? "said first" : "said", head));
  if (rest.length) {
    const reasons = made("p", "said reasons");
    reasons.append(...withDice(rest.map((reason) => reason.replace(/^- (?:==|—) (.*) (?:==|—)$/, "— $1 —").replace(/^- /, "\u2022 ")).join("\n")));
    entry.append(reasons);
  }
  if (one.rules.length) {
    const rules = made("p", "rules");
    rules.append(...one.rules.map((rule) => made("span", "rule", rule)));
    entry.append(rules);
  }
  return entry;
}
