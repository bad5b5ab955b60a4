// Light or dark: as the system is set, or as the switch was set last.

const KEPT = "blindhex-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @param {HTMLElement} button */
export function themeSwitch(button) {
  const isDark = () => (localStorage.getItem(KEPT) ?? (dark.matches ? "dark" : "light")) === "dark";
  const show = () => {
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    button.textContent = isDark() ? "☀" : "☾";
    button.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
  };
  button.addEventListener("click", () => {
    localStorage.setItem(KEPT, isDark() ? "light" : "dark");
    show();
  });
  dark.addEventListener("change", show);
  show();
}
