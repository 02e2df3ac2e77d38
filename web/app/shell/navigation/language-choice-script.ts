/**
 * Remembers the language that a reader chooses by its link, in every document and before its scripts are loaded: a choice
 * counts at once, also on pages without scripts of their own.
 */
import { languageCookie } from "./language-cookie.ts";

/** Key of this tab's choice, until it is stored as the person's. */
export const chosenLanguageKey = "portico.chosenLanguage";

/* v8 ignore start -- runs in the browser as text */
function rememberChoice(key: string, cookie: string): void {
  addEventListener(
    "click",
    ({ target }) => {
      const language = (target as Element | null)?.closest?.("[data-language-choice]")?.getAttribute("hreflang");
      if (!language) return;
      document.cookie = `${cookie}=${language}; Max-Age=${365 * 24 * 60 * 60}; Path=/; SameSite=Lax`;
      try {
        sessionStorage.setItem(key, language);
      } catch {
        // The browser stores nothing for this page: the address alone has the language.
      }
    },
    true,
  );
}
/* v8 ignore stop */

/** The script's text; called on the server alone, so that no page loads it twice. */
export const languageChoiceText = (): string =>
  `(${String(rememberChoice)})(${JSON.stringify(chosenLanguageKey)},${JSON.stringify(languageCookie)})`;
