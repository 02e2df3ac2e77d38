/** Which language a request speaks: the prefix of its path, else the cookie, else the browser's list, else English. */
import { defaultLanguage, type Language, languages } from "@portico/messages/catalogue.ts";
import { languageCookie } from "../app/shell/language-cookie.ts";

const asLanguage = (text: string | undefined): Language | undefined => languages.find((language) => language === text);

/** The language that a path is prefixed with. */
export const languageOfPath = (path: string): Language | undefined => asLanguage(path.split("/")[1]);

export function languageOfCookie(header: string | null): Language | undefined {
  const pair = header?.split(/;\s*/).find((part) => part.startsWith(`${languageCookie}=`));
  return asLanguage(pair?.slice(languageCookie.length + 1));
}

/** The first language of an Accept-Language list that the portal speaks, by weight, then by place. */
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
