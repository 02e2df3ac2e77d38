/**
 * The only script of a plain page: the colours of the device or of the reader's choice, the language that the reader
 * chose, and links that are of use to administrators alone. It is the same text in every document, so that the page's
 * policy can name its hash.
 */
import { languageChoiceText } from "../navigation/language-choice-script.ts";
import { languageCookie } from "../navigation/language-cookie.ts";

/* v8 ignore start -- runs in the browser as text */
function plainScript(themeKey: string, cookie: string): void {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const read = (): string => {
    try {
      const stored = localStorage.getItem(themeKey);
      return stored === "light" || stored === "dark" ? stored : "auto";
    } catch {
      return "auto";
    }
  };
  const isAdmin = (): boolean => {
    try {
      return JSON.parse(localStorage.getItem("profile") ?? "null")?.role === "admin";
    } catch {
      return false;
    }
  };
  const show = (): void => {
    const theme = read();
    root.setAttribute("data-mantine-color-scheme", theme === "auto" ? (dark.matches ? "dark" : "light") : theme);
    for (const button of document.querySelectorAll("[data-theme-choice]"))
      button.setAttribute("aria-pressed", String(button.getAttribute("data-theme-choice") === theme));
  };
  show();
  dark.addEventListener("change", show);
  const year = 365 * 24 * 60 * 60;
  document.cookie = `${cookie}=${root.lang}; Max-Age=${year}; Path=/; SameSite=Lax`;
  addEventListener("DOMContentLoaded", () => {
    for (const choice of document.querySelectorAll<HTMLElement>("[data-theme-choices]")) choice.hidden = false;
    if (isAdmin()) for (const link of document.querySelectorAll<HTMLElement>("[data-for-admins]")) link.hidden = false;
    for (const button of document.querySelectorAll("[data-theme-choice]"))
      button.addEventListener("click", () => {
        try {
          localStorage.setItem(themeKey, button.getAttribute("data-theme-choice") ?? "auto");
        } catch {
          return;
        }
        show();
      });
    show();
  });
}
/* v8 ignore stop */

/** Key of the reader's theme in local storage. */
export const colorSchemeKey = "theme";

/** The script's text. */
export const plainScriptText = (): string =>
  `(${String(plainScript)})(${JSON.stringify(colorSchemeKey)},${JSON.stringify(languageCookie)});${languageChoiceText()}`;
