/** Opening balances as typed by staff, and in the call's format. */

import type { ImportPreview, OpeningBalance } from "@portico/api/imports.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import type { Language } from "@portico/messages/text.ts";
import { readAmount } from "../../ui/typed-amount.ts";

export interface OpeningLine {
  /** Identifies lines on the page. */
  key: string;
  account: string;
  day: string;
  /** ISIN or ticker; empty for cash. */
  instrument: string;
  quantity: string;
  currency: string;
  /** Cost of the position, or the amount of cash. Empty if unknown. */
  amount: string;
}
export type LineField = Exclude<keyof OpeningLine, "key" | "instrument">;

let made = 0;
const nextKey = (): string => `line-${(made += 1)}`;

export const emptyLine = (account: string): OpeningLine => ({
  key: nextKey(),
  account,
  day: "",
  instrument: "",
  quantity: "",
  currency: "EUR",
  amount: "",
});

export const toOpeningLine = (suggested: OpeningBalance): OpeningLine => ({
  key: nextKey(),
  account: suggested.account,
  day: suggested.day,
  instrument: suggested.instrument ?? "",
  quantity: suggested.quantity ?? "",
  currency: suggested.currency,
  amount: suggested.amount ?? "",
});

const aboutOf = ({ account, instrument, currency }: OpeningLine): string =>
  [account, instrument || currency].join("|").toUpperCase();

/** Keeps typed lines and adds suggestions for other accounts and instruments. */
export function withSuggestions(
  typed: readonly OpeningLine[],
  { accounts }: { accounts: readonly { suggestedOpeningBalances: readonly OpeningBalance[] }[] },
): OpeningLine[] {
  const known = new Set(typed.map(aboutOf));
  const suggested = accounts.flatMap((account) => account.suggestedOpeningBalances.map(toOpeningLine));
  return [...typed, ...suggested.filter((line) => !known.has(aboutOf(line)))];
}

/** A typed amount, or one suggested by the file, which has a decimal point in every language. */
export const readNumber = (language: Language, text: string): string | undefined =>
  /^-?\d{1,20}\.\d{1,12}$/.test(text) ? text : readAmount(language, text);

const isPositive = (language: Language, text: string): boolean => Number(readNumber(language, text) ?? 0) > 0;

/** Errors of a line by field. Cash needs its amount; a position's cost may be unknown. */
export function lineFaults(language: Language, line: OpeningLine): LineField[] {
  const isCash = line.instrument.trim() === "";
  return [
    ...(line.account.trim() ? [] : (["account"] as const)),
    ...(isDay(line.day) ? [] : (["day"] as const)),
    ...(isCash || isPositive(language, line.quantity) ? [] : (["quantity"] as const)),
    ...(/^[A-Z]{3}$/.test(line.currency.trim().toUpperCase()) ? [] : (["currency"] as const)),
    ...((line.amount.trim() === "" && !isCash) || readNumber(language, line.amount) !== undefined
      ? []
      : (["amount"] as const)),
  ];
}

/** A line without errors, in the call's format. */
export function toOpeningBalance(language: Language, line: OpeningLine): OpeningBalance {
  const instrument = line.instrument.trim();
  return {
    account: line.account.trim(),
    day: line.day,
    currency: line.currency.trim().toUpperCase(),
    amount: readNumber(language, line.amount) ?? null,
    ...(instrument && { instrument, quantity: readNumber(language, line.quantity) ?? "0" }),
  };
}

/** The content stored in the tab; undefined if unreadable. */
export function readLines(text: string | null): { lines: OpeningLine[]; sent: OpeningLine[] } {
  try {
    const stored = JSON.parse(text ?? "null") as { lines?: OpeningLine[]; sent?: OpeningLine[] } | null;
    const own = (lines: OpeningLine[] = []) => lines.map((line) => ({ ...line, key: nextKey() }));
    return { lines: own(stored?.lines), sent: own(stored?.sent) };
  } catch {
    return { lines: [], sent: [] };
  }
}

function written(language: Language, line: OpeningLine): string {
  const figure = (text: string): string => readNumber(language, text) ?? text;
  return JSON.stringify({ ...line, key: "", quantity: figure(line.quantity), amount: figure(line.amount) });
}

/** Lines that are not among the others, compared exactly. */
export function notIn(
  language: Language,
  lines: readonly OpeningLine[],
  others: readonly OpeningLine[],
): OpeningLine[] {
  const known = new Set(others.map((line) => written(language, line)));
  return lines.filter((line) => !known.has(written(language, line)));
}

/** Whether the form equals the preview's input: the lines sent, and untouched suggestions. */
export function isReadWith(
  language: Language,
  lines: readonly OpeningLine[],
  sent: readonly OpeningLine[],
  preview: { accounts: readonly { suggestedOpeningBalances: readonly OpeningBalance[] }[] },
): boolean {
  const suggested = preview.accounts.flatMap((account) => account.suggestedOpeningBalances.map(toOpeningLine));
  return notIn(language, lines, [...sent, ...suggested]).length === 0 && notIn(language, sent, lines).length === 0;
}

/**
 * Why opening balances are offered: a holding would fall below zero, stated figures differ from the entries, something
 * may be missing, or nothing is.
 */
export function whyOpening({
  accounts,
  refusals,
}: Pick<ImportPreview, "accounts" | "refusals">): "shares" | "stated" | "perhaps" | "optional" {
  if (refusals.some(({ code }) => code === "quantityBelowZero")) return "shares";
  if (accounts.some((account) => account.suggestedOpeningBalances.length > 0)) return "stated";
  const isOpen = accounts.some(
    ({ cashBelowZero, positions }) =>
      cashBelowZero.length > 0 || positions.some(({ difference }) => difference !== null),
  );
  return isOpen ? "perhaps" : "optional";
}
