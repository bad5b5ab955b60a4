// Forms made of a JSON schema: a field for each value, lists and tables that grow and shrink, and JSON where the schema leaves it open.

import { button, made } from "./parts.js";
import { sideName, sideNames } from "./scene.js";

/** @typedef {Record<string, any>} Schema */
/** @typedef {(value: any) => void} Changed  hears the whole value after each change; undefined once it is left out */

/** A key as it reads, with its unit. @param {string} key */
const words = (key) => key.replace(/_in$/, "_in_inches").replace(/_deg$/, "_in_degrees").replaceAll("_", " ").replace(/\b(ap|crt|drm|ghq|he)\b/g, (short) => short.toUpperCase());

/** A schema with what it refers to; what may be null is left out instead. @param {Schema} schema @param {Schema} defs @returns {Schema} */
function whole({ $ref, anyOf, ...own }, defs) {
  const referred = $ref ? defs[$ref.split("/").pop()] : anyOf ? whole(anyOf[0], defs) : {};
  return { ...referred, ...own };
}

/** The form of a value by its schema. @param {Schema} schema @param {Schema} defs @param {any} value @param {Changed} changed @returns {HTMLElement} */
export function formOf(schema, defs, value, changed) {
  const one = whole(schema, defs);
  return formFor(one, defs)(one, defs, value, changed);
}

/** @param {Schema} one @param {Schema} defs */
function formFor(one, defs) {
  if (one.enum) return oneOf;
  if (one.type === "array") {
    const items = whole(one.items, defs);
    return items.enum ? someOf : items.type === "object" ? listOf : wordsOf;
  }
  if (one.type !== "object") return fieldOf;
  if (one.properties) return one.maxProperties === 1 ? choiceOf : recordOf;
  return one.additionalProperties ? tableOf : jsonOf;
}

/** How a word of an enumeration reads: a side by its name. @param {string} word */
const called = (word) => sideName(words(word));

/** One of several words. @param {Schema} schema @param {Schema} _ @param {any} value @param {Changed} changed */
function oneOf(schema, _, value, changed) {
  const select = /** @type {HTMLSelectElement} */ (made("select"));
  select.append(new Option("–", ""), ...schema.enum.map((/** @type {string} */ one) => new Option(called(one), one, one === value, one === value)));
  select.title = schema.description ?? "";
  select.addEventListener("change", () => changed(select.value || undefined));
  return select;
}

/** Any of several words. @param {Schema} schema @param {Schema} defs @param {any} value @param {Changed} changed */
function someOf(schema, defs, value, changed) {
  const box = made("div", "some-of");
  const chosen = new Set(value ?? []);
  box.title = schema.description ?? "";
  box.append(...whole(schema.items, defs).enum.map((/** @type {string} */ one) => {
    const [label, input] = [made("label"), /** @type {HTMLInputElement} */ (made("input"))];
    Object.assign(input, { type: "checkbox", checked: chosen.has(one) });
    input.addEventListener("change", () => {
      chosen[input.checked ? "add" : "delete"](one);
      changed(chosen.size ? [...chosen] : undefined);
    });
    label.append(input, called(one));
    return label;
  }));
  return box;
}

/** A word, a number, yes or no, or a place: C2, or 10,8 in inches. @param {Schema} schema @param {Schema} _ @param {any} value @param {Changed} changed */
function fieldOf(schema, _, value, changed) {
  const input = /** @type {HTMLInputElement} */ (made("input"));
  const isNumber = ["integer", "number"].includes([schema.type].flat()[0]);
  const usually = Boolean(schema.default);
  if (schema.type === "boolean") Object.assign(input, { type: "checkbox", checked: value ?? usually });
  else if (isNumber) Object.assign(input, { type: "number", step: schema.type === "number" ? "any" : "1", min: schema.minimum ?? "", max: schema.maximum ?? "", value: value ?? "" });
  else Object.assign(input, { value: value ?? "", maxLength: schema.maxLength ?? 200 });
  input.title = schema.description ?? "";
  input.addEventListener("change", () => {
    if (schema.type === "boolean") changed(input.checked === usually ? undefined : input.checked);
    else changed(input.value === "" ? undefined : isNumber ? Number(input.value) : meant(input.value, schema));
  });
  return input;
}

/** What was typed: on a table, 10,8 is a spot; true is no word where yes or no is wanted. @param {string} typed @param {Schema} schema */
function meant(typed, schema) {
  if (schema.type.includes("array") && /^[\d.]+,[\d.]+$/.test(typed)) return typed.split(",").map(Number);
  return schema.type.includes("boolean") && /^(true|false|\d+)$/.test(typed) ? JSON.parse(typed) : typed;
}

/** Several words or places, with spaces between them. @param {Schema} schema @param {Schema} defs @param {any} value @param {Changed} changed */
function wordsOf(schema, defs, value, changed) {
  const items = whole(schema.items, defs);
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
    box.append(labelled(key === "held" ? "is" : sideNames.get(key) ?? words(key), formOf(part, defs, now[key], (next) => {
      if (next === undefined) delete now[key];
      else now[key] = next;
      changed({ ...now });
    })));
  }
  return box;
}

/** A value for each side, or by names that are typed. @param {Schema} schema @param {Schema} defs @param {any} value @param {Changed} changed */
function tableOf(schema, defs, value, changed) {
  const sides = whole(schema.propertyNames ?? {}, defs).enum;
  if (sides) return recordOf({ properties: Object.fromEntries(sides.map((/** @type {string} */ side) => [side, schema.additionalProperties])) }, defs, value, (now) => changed(Object.keys(now).length ? now : undefined));
  const rows = Object.entries(value ?? {}).map(([name, held]) => ({ name, held }));
  const properties = { name: { type: "string", description: "what it is for" }, held: { ...schema.additionalProperties, description: schema.description } };
  return listOf({ items: { type: "object", required: ["name", "held"], properties } }, defs, rows, (now) => changed(now && Object.fromEntries(now.map((/** @type {any} */ row) => [row.name, row.held]))));
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
      const needed = whole(schema.items, defs).required ?? [];
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
  const isOne = form.matches("input, select, textarea");
  const box = made(isOne ? "label" : "div", "labelled");
  if (!isOne) {
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", name);
  }
  box.append(made("span", "", name), form);
  return box;
}
