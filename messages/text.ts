/** Formats texts: `createText(language, catalogues)` → `t("key", { params })`. Runs in browser and server. */
import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import type { Catalogue, Language } from "./catalogue.ts";
import type { Texts } from "./generated/keys.ts";

export type { Catalogue, Language } from "./catalogue.ts";
export { defaultLanguage, languages } from "./catalogue.ts";

export type TextKey = keyof Texts;
export type TextParams<K extends TextKey> = Texts[K];
/** The parameters as the remaining arguments: none if the text has none. */
export type TextArguments<K extends TextKey> = TextParams<K> extends undefined ? [] : [params: TextParams<K>];
/** A key whose text has no parameters. */
export type PlainKey = { [K in TextKey]: TextParams<K> extends undefined ? K : never }[TextKey];

/** The locale of dates: European for English, "22 November 2026". */
export const dateLocale = (language: Language): string => (language === "en" ? "en-GB" : language);

/** A written date that breaks into lines nowhere before the Bulgarian "г." of its year. */
export const keepYear = (date: string): string => date.replaceAll(" г.", "\u00a0г.");

/** Formats a key; parameters are required if the text has some. */
export type Translate = <K extends TextKey>(key: K, ...params: TextArguments<K>) => string;

type Values = Record<string, string | number | Date>;

/** A translator over some chunks of one language. A text of a chunk that is not loaded is shown as its key. */
export function createText(language: Language, catalogues: readonly Catalogue[]): Translate {
  return (key: TextKey, ...rest: [params?: Values | undefined]) => {
    const message = catalogues.find((catalogue) => key in catalogue)?.[key];
    if (message === undefined) return key;
    return typeof message === "string" ? message : word(message, rest[0] ?? {}, language);
  };
}

/** `count` replaces "#" inside a plural. */
function word(message: CompiledMessage, values: Values, language: Language, count?: string): string {
  let out = "";
  let isAfterValue = false;
  for (const token of message) {
    if (typeof token === "string") {
      const text = count === undefined ? token : token.replaceAll("#", count);
      // A value that ends with a full stop ("9 март 2026 г.", "Acme Inc.") also ends the sentence.
      const isStopped = isAfterValue && out.endsWith(".") && /^\.(?!\.)/.test(text);
      out += isStopped ? text.slice(1) : text;
    } else out += wordToken(token, values, language, count);
    isAfterValue = typeof token !== "string";
  }
  return out;
}

function wordToken(
  token: Exclude<CompiledMessage[number], string>,
  values: Values,
  language: Language,
  count?: string,
) {
  const [name, type, format] = token;
  const value = values[name] ?? "";
  switch (type) {
    case "plural":
    case "selectordinal": {
      const branches = format as Record<string, CompiledMessage> & { offset?: number };
      const number = Number(value);
      const counted = number - (branches.offset ?? 0);
      const category = pluralRules(language, type === "plural" ? "cardinal" : "ordinal").select(counted);
      const branch = branches[number] ?? branches[category] ?? branches["other"] ?? [];
      return word(branch, values, language, numberFormat(language).format(counted));
    }
    case "select": {
      const branches = format as Record<string, CompiledMessage>;
      return word(branches[String(value)] ?? branches["other"] ?? [], values, language, count);
    }
    case "number":
      return numberFormat(language, format === "percent" ? "percent" : "decimal").format(Number(value));
    case "date":
      return dateFormat(language, "date").format(value instanceof Date ? value : new Date(value));
    case "time":
      return dateFormat(language, "time").format(value instanceof Date ? value : new Date(value));
    default:
      return String(value);
  }
}

/** Intl objects are expensive to create, so they are cached. */
function memoize<T>(make: (language: Language, kind: string) => T): (language: Language, kind?: string) => T {
  const made = new Map<string, T>();
  return (language, kind = "") => {
    const key = `${language} ${kind}`;
    const found = made.get(key) ?? make(language, kind);
    made.set(key, found);
    return found;
  };
}

const pluralRules = memoize((language, type) => new Intl.PluralRules(language, { type: type as Intl.PluralRuleType }));
const numberFormat = memoize(
  (language, style) => new Intl.NumberFormat(language, { style: style === "percent" ? "percent" : "decimal" }),
);
const dateFormat = memoize(
  (language, part) =>
    new Intl.DateTimeFormat(dateLocale(language), part === "time" ? { timeStyle: "short" } : { dateStyle: "long" }),
);
