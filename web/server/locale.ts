/** The language of a request: the path's prefix, otherwise the cookie, the browser's list, or English. */
import { defaultLanguage, type Language, languages } from "@portico/messages/catalogue.ts";
import { languageCookie } from "../app/shell/navigation/language-cookie.ts";

const asLanguage = (text: string | undefined): Language | undefined => languages.find((language) => language === text);

/** The language prefix of a path. */
export const languageOfPath = (path: string): Language | undefined => asLanguage(path.split("/")[1]);

export function languageOfCookie(header: string | null): Language | undefined {
  const pair = header?.split(/;\s*/).find((part) => part.startsWith(`${languageCookie}=`));
  return asLanguage(pair?.slice(languageCookie.length + 1));
}

/** The first supported language of an Accept-Language list, by weight, then by position. */
export function languageOfBrowser(header: string | null): Language | undefined {
  const wishes = (header ?? "").split(",").map((part) => {
    const [tag = "", ...parameters] = part.trim().split(";");
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find((found) => found);
    return { language: asLanguage(tag.toLowerCase().split("-")[0]), weight: weight === undefined ? 1 : Number(weight) };
  });
  return wishes
    .filter((wish) => wish.weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .find((wish) => wish.language)?.language;
}

/** The language for a request without a prefix. */
export const detectLanguage = (headers: Headers): Language =>
  languageOfCookie(headers.get("cookie")) ?? languageOfBrowser(headers.get("accept-language")) ?? defaultLanguage;
