/** A month in words: "November 2026". */
import { dateLocale, keepYear, type Language } from "@portico/messages/text.ts";
import { memoize } from "../../ui/memoize.ts";

const format = memoize(
  (language) =>
    new Intl.DateTimeFormat(dateLocale(language as Language), { month: "long", year: "numeric", timeZone: "UTC" }),
);

/** Of a month such as "2026-11". */
export const formatMonth = (language: Language, month: string): string =>
  keepYear(format(language).format(new Date(`${month}-01T00:00:00Z`)));
