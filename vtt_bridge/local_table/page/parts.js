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
