/** Opening balances: typed ones become entries; missing ones are suggested. */

import { isCurrency } from "@portico/api/currencies.ts";
import type { ImportRefusal, OpeningBalance } from "@portico/api/imports.ts";
import type { Day } from "@portico/ledger/entry.ts";
import { entryBook, type NamelessEntry } from "./identity.ts";
import { parseIsin } from "./instruments.ts";
import type { FileInstrument, ReadFile } from "./parsed-file.ts";
import { type FileEntry, RefusedRow } from "./parsed-file.ts";
import { exactNumber, isNegative, isZero } from "./values.ts";

/** Line of an entry that is not in a file. */
export const noLine = 0;

/** Instruments of the file matching a typed name: an ISIN, or a ticker. */
function findInstrument(file: ReadFile, typed: string, currency: string): number | undefined {
  const isin = parseIsin(typed);
  const fits = (instrument: FileInstrument): boolean =>
    isin === undefined ? instrument.ticker.toLowerCase() === typed.toLowerCase() : instrument.isin === isin;
  const found = file.instruments.flatMap((instrument, index) => (fits(instrument) ? [{ instrument, index }] : []));
  if (found.length <= 1) return found[0]?.index;
  const inCurrency = found.filter(({ instrument }) => instrument.currency === currency);
  if (inCurrency.length !== 1) throw new RefusedRow("ambiguousInstrument", typed);
  return inCurrency[0]?.index;
}

function buildEntry(file: ReadFile, balance: OpeningBalance, today: Day): NamelessEntry {
  const { account, day, currency, instrument, quantity, amount } = balance;
  if (!file.accounts.has(account)) throw new RefusedRow("unknownAccount", account);
  if (!isCurrency(currency)) throw new RefusedRow("unknownCurrency", currency);
  if (day > today) throw new RefusedRow("futureDate", day);
  const money = amount === null ? undefined : exactNumber(amount, "amount");
  const common = { line: noLine, account, kind: "openingBalance" as const, day, currency };
  if (instrument === undefined) {
    if (money === undefined || isZero(money)) throw new RefusedRow("missingValue", `amount ${currency}`);
    return { ...common, id: `opening:${day}:${currency}`, amount: money };
  }
  const index = indexOfNamed(file, instrument, currency);
  if (quantity === undefined) throw new RefusedRow("missingValue", `quantity ${instrument}`);
  const units = exactNumber(quantity, "quantity");
  if (isNegative(units) || isZero(units)) throw new RefusedRow("notPositive", `${instrument}: ${units}`);
  if (money !== undefined && isNegative(money)) throw new RefusedRow("notPositive", `${instrument}: ${money}`);
  const { isin, conid, ticker } = file.instruments[index] as FileInstrument;
  const name = isin ?? (conid === undefined ? ticker : `conid ${conid}`);
  return {
    ...common,
    id: `opening:${day}:${name}`,
    instrument: index,
    named: name,
    quantity: units,
    amount: "0",
    // An unknown cost stays unknown: gains are then unavailable rather than wrong.
    ...(money !== undefined && { cost: money }),
  };
}

/** An instrument missing from the file: the firm knows it, or the entry is refused later. */
function addNamed(file: ReadFile, typed: string, currency: string): number {
  const isin = parseIsin(typed);
  file.instruments.push({
    ...(isin !== undefined && { isin }),
    ticker: typed,
    name: typed,
    currency,
    assetClass: "other",
  });
  return file.instruments.length - 1;
}

/** Index of the instrument of an ISIN or ticker, added if the file does not have it. */
export const indexOfNamed = (file: ReadFile, typed: string, currency: string): number =>
  findInstrument(file, typed, currency) ?? addNamed(file, typed, currency);

/** Puts the typed balances before the file's own entries, so that they count first on their day. */
export function withOpeningBalances(
  file: ReadFile,
  balances: readonly OpeningBalance[],
  today: Day,
): { file: ReadFile; typed: number; typedInstruments: ReadonlySet<number> } {
  if (balances.length === 0) return { file, typed: 0, typedInstruments: new Set() };
  const entries: FileEntry[] = [];
  const refusals: ImportRefusal[] = [];
  const fromFile = file.instruments.length;
  const instruments = [...file.instruments];
  const extended: ReadFile = { ...file, instruments };
  const refuse = ({ account }: Pick<OpeningBalance, "account">, { code, detail }: RefusedRow): void => {
    refusals.push({ line: null, code, detail, account });
  };
  const book = entryBook(entries, refuse);
  for (const balance of balances)
    try {
      book.add(buildEntry(extended, balance, today));
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error;
      refuse(balance, error);
    }
  return {
    file: {
      ...extended,
      entries: [...entries, ...file.entries],
      refusals: [...refusals, ...file.refusals],
    },
    typed: entries.length,
    typedInstruments: new Set(instruments.keys().filter((index) => index >= fromFile)),
  };
}
