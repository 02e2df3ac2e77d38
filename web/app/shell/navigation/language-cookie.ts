/** The cookie that remembers the language (docs/rules.md). */
import type { Language } from "@portico/messages/catalogue.ts";

export const languageCookie = "i18n_redirected";

export const writeLanguageCookie = (language: Language): string =>
  `${languageCookie}=${language}; Max-Age=${365 * 24 * 60 * 60}; Path=/; SameSite=Lax`;

/** Stores the language in this browser. */
export function rememberLanguage(language: Language): void {
  document.cookie = writeLanguageCookie(language);
}
