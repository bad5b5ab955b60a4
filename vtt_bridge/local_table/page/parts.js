// Parts of the page, made from what the table says; words go in through textContent alone.

export function made(name, className = "", text = "") {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

export function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => { const option = made("option", "", text); option.value = value; return option; }));
}

export function chatLine(one) {
  const entry = made("li", one.rules.length || one.author === "Umpire" ? "umpire" : "");
  entry.dataset.to = one.to;
  const time = new Date(one.said_at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  entry.append(made("p", "who", `${one.author}${one.to ? ` to ${one.to}` : ""}, ${time}`));
  const [head, ...rest] = one.text.split("\n");
  entry.append(made("p", rest.length || one.rules.length ? "said first" : "said", head));
  if (rest.length) entry.append(made("p", "said reasons", rest.map((reason) => reason.replace(/^- /, "\u2022 ")).join("\n")));
  if (one.rules.length) {
    const rules = made("p", "rules");
    rules.append(...one.rules.map((rule) => made("span", "rule", rule)));
    entry.append(rules);
  }
  return entry;
}

export function legendOf(overlay) {
  const legend = made("div", "legend");
  for (const { colour: ink, pattern, text } of overlay.legend) {
    const swatch = made("span", `swatch ${pattern}`);
    swatch.style.backgroundColor = ink;
    const meaning = made("span");
    meaning.append(swatch, made("span", "", text));
    legend.append(meaning);
  }
  return legend;
}
