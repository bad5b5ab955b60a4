// Forms made of a JSON schema: a field for each value, a list that grows and shrinks, and JSON where the schema leaves it open.

import { button, made } from "./parts.js";

/** @typedef {Record<string, any>} Schema */
/** @typedef {(value: any) => void} Changed  hears the whole value after each change; undefined once it is left out */

/** @param {string} key */
const words = (key) => key.replaceAll("_", " ");

/** The form of a value by its schema. @param {Schema} schema @param {Schema} defs @param {any} value @param {Changed} changed @returns {HTMLElement} */
export function formOf(schema, defs, value, changed) {
  const { $ref, ...own } = schema;
  const one = $ref ? { ...defs[$ref.split("/").pop()], ...own } : schema;
  const make = one.type === "array" ? (isRecord(one.items, defs) ? listOf : wordsOf)
    : one.type === "object" ? (!one.properties ? jsonOf : one.maxProperties === 1 ? choiceOf : recordOf) : fieldOf;
  return make(one, defs, value, changed);
}

/** @param {Schema} items @param {Schema} defs */
const isRecord = (items, defs) => (items.$ref ? defs[items.$ref.split("/").pop()] : items).type === "object";

/** A word, a number, yes or no, or a place: C2, or 10,8 in inches. @param {Schema} schema @param {Schema} _ @param {any} value @param {Changed} changed */
function fieldOf(schema, _, value, changed) {
  const input = /** @type {HTMLInputElement} */ (made("input"));
  const isNumber = ["integer", "number"].includes(schema.type);
  if (schema.type === "boolean") Object.assign(input, { type: "checkbox", checked: Boolean(value) });
  else if (isNumber) Object.assign(input, { type: "number", min: schema.minimum ?? "", max: schema.maximum ?? "", value: value ?? "" });
  else Object.assign(input, { value: value ?? "", maxLength: schema.maxLength ?? 200 });
  input.title = schema.description ?? "";
  input.addEventListener("change", () => {
    if (schema.type === "boolean") changed(input.checked || undefined);
    else changed(input.value === "" ? undefined : isNumber ? Number(input.value) : meant(input.value, schema));
  });
  return input;
}

/** What was typed: on a table, 10,8 is a spot. @param {string} typed @param {Schema} schema */
const meant = (typed, schema) => (schema.type.includes("array") && /^[\d.]+,[\d.]+$/.test(typed) ? typed.split(",").map(Number) : typed);

/** Several words or places, with spaces between them. @param {Schema} schema @param {Schema} defs @param {any} value @param {Changed} changed */
function wordsOf(schema, defs, value, changed) {
  const items = schema.items.$ref ? defs[schema.items.$ref.split("/").pop()] : schema.items;
  const input = /** @type {HTMLInputElement} */ (made("input"));
  Object.assign(input, { value: (value ?? []).join(" "), title: `${schema.description ?? ""}, with spaces between them` });
  input.addEventListener("change", () => {
    const all = input.value.trim().split(/\s+/).filter(Boolean).map((one) => meant(one, items));
    changed(all.length ? all : undefined);
  });
  return input;
}

/** @param {Schema} schema @param {Schema} defs @param {any} value @param {Changed} changed */
function recordOf(schema, defs, value, changed) {
  const box = made("div", "record");
  const now = { ...value };
  for (const [key, part] of Object.entries(schema.properties)) {
    box.append(labelled(words(key), formOf(part, defs, now[key], (next) => {
      if (next === undefined) delete now[key];
      else now[key] = next;
      changed({ ...now });
    })));
  }
  return box;
}

/** One of several values, such as a length in turns or in minutes. @param {Schema} schema @param {Schema} defs @param {any} value @param {Changed} changed */
function choiceOf(schema, defs, value, changed) {
  const box = made("div", "row");
  const select = /** @type {HTMLSelectElement} */ (made("select"));
  const keys = Object.keys(schema.properties);
  const [[key, held] = [keys[0], undefined]] = Object.entries(value ?? {});
  select.append(...keys.map((one) => new Option(words(one), one, one === key, one === key)));
  select.setAttribute("aria-label", "counted in");
  let now = held;
  const tell = () => changed(now === undefined ? undefined : { [select.value]: now });
  select.addEventListener("change", tell);
  const field = formOf(schema.properties[key], defs, held, (next) => { now = next; tell(); });
  field.setAttribute("aria-label", "how many");
  box.append(field, select);
  return box;
}

/** @param {Schema} schema @param {Schema} defs @param {any} value @param {Changed} changed */
function listOf(schema, defs, value, changed) {
  const box = made("div", "list");
  const now = [...(value ?? [])];
  const tell = () => {
    const all = now.filter((one) => Object.keys(one).length);
    changed(all.length ? all : undefined);
  };
  const show = () => {
    const add = button("Add");
    add.addEventListener("click", () => { now.push({}); show(); });
    box.replaceChildren(...now.map((one, k) => {
      const entry = made("fieldset");
      const away = button("Remove", "plain");
      away.addEventListener("click", () => { now.splice(k, 1); show(); tell(); });
      const needed = (schema.items.$ref ? defs[schema.items.$ref.split("/").pop()] : schema.items).required ?? [];
      entry.append(formOf(schema.items, defs, one, (next) => {
        now[k] = next;
        if (needed.every((/** @type {string} */ key) => key in next)) tell();
      }), away);
      return entry;
    }), add);
  };
  show();
  return box;
}

/** What the schema leaves open, as JSON. @param {Schema} schema @param {Schema} _ @param {any} value @param {Changed} changed */
function jsonOf(schema, _, value, changed) {
  const text = /** @type {HTMLTextAreaElement} */ (made("textarea"));
  Object.assign(text, { value: value === undefined ? "" : JSON.stringify(value, null, 1), rows: value ? 8 : 2, spellcheck: false, title: schema.description ?? "" });
  text.addEventListener("input", () => text.setCustomValidity(""));
  text.addEventListener("change", () => {
    try {
      changed(text.value.trim() ? JSON.parse(text.value) : undefined);
    } catch (error) {
      text.setCustomValidity(/** @type {Error} */ (error).message);
      text.reportValidity();
    }
  });
  return text;
}

/** @param {string} name @param {HTMLElement} form */
export function labelled(name, form) {
  const isOne = form.matches("input, textarea");
  const box = made(isOne ? "label" : "div", "labelled");
  if (!isOne) {
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", name);
  }
  box.append(made("span", "", name), form);
  return box;
}
