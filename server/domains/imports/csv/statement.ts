/** Our own statement in CSV: one row per ledger entry, described in docs/import-formats.md. */

import { givenKinds, mostLots } from "@portico/api/imports.ts";
import { isVenue } from "@portico/api/rules/instruments.ts";
import { type Day, type EntryKind, entryKinds } from "@portico/ledger/entry.ts";
import { isMadeOfLots } from "@portico/ledger/entry-parts.ts";
import type { Settlement } from "../../portfolios/ledger/entries.ts";
import type { Decisions } from "../questions/decisions.ts";
import { exclusionKey, noteExcludable, noteExcluded } from "../questions/exclusions.ts";
import { followingRepeated } from "../questions/refused-rows.ts";
import type { Clock } from "../reading/clock.ts";
import { entryBook, type NamelessEntry } from "../reading/identity.ts";
import { type InstrumentBook, instrumentBook, lastingName, parseIsin } from "../reading/instruments.ts";
import { emptyFile, type FileInstrument, getOrAddAccount, type ReadFile, RefusedRow } from "../reading/parsed-file.ts";
import { isFullId } from "../reading/sources.ts";
import { readGrouped } from "../reading/thousands-separators.ts";
import { absolute, exactNumber, isNegative, isZero, makesMoney, negated, parseDay, sum } from "../reading/values.ts";
import { followingDecisions } from "./decided-rows.ts";
import { type CsvRow, type RowSource, readRecords } from "./records.ts";
import {
  currencyOrNone,
  numberOf,
  requiredCurrency,
  requiredDay,
  requiredNumber,
  requiredText,
  textOf,
  unitPriceIn,
  withMajorUnits,
} from "./row.ts";

export const statementColumns = [
  "account",
  "date",
  "time",
  "kind",
  "isin",
  "ticker",
  "name",
  "quantity",
  "price",
  "quoted",
  "currency",
  "amount",
  "fee",
  "tax",
  "accrued_interest",
  "cost",
  "acquired",
  "lots",
  "settled",
  "venue",
  "counter_isin",
  "counter_ticker",
  "counter_name",
  "counter_quantity",
  "counter_currency",
  "counter_amount",
  "id",
  "order",
  "reverses",
  "description",
  "custodian",
] as const;

interface Reading {
  file: ReadFile;
  book: InstrumentBook;
  clock: Clock;
  today: Day;
  exclude: ReadonlySet<string>;
}

export async function readCsvStatement(
  source: RowSource,
  { decisions, ...given }: { clock: Clock; today: Day; exclude: ReadonlySet<string>; decisions: Decisions },
): Promise<ReadFile> {
  const file = emptyFile("csv");
  const reading: Reading = { ...given, file, book: instrumentBook(file.instruments) };
  const entries = entryBook(file.entries, followingRepeated(file, decisions));
  const columns = {
    kind: "statement" as const,
    known: new Set(statementColumns),
    required: ["account", "date", "kind", "currency", "amount"],
  };
  const read = (row: CsvRow): void => {
    const entry = readRow(row, reading);
    if (entry) entries.add(entry);
  };
  const follow = followingDecisions({
    file,
    decisions,
    kindsOf: (row, { code }) => (code === "unknownKind" ? kindsThatFit(row, reading) : []),
    bookAs: (row, kind) => read(asKind(row, kind)),
  });
  file.rows = readRecords(source, columns, read, file.refusals, follow);
  return file;
}

const asKind = (row: CsvRow, kind: EntryKind): CsvRow =>
  row.as?.(kind) ?? { ...row, values: new Map([...row.values, ["kind", kind]]) };

/** The kinds as which a row can be read. */
function kindsThatFit(row: CsvRow, reading: Reading): EntryKind[] {
  const scratch = (): Reading => ({ ...reading, file: emptyFile("csv"), book: instrumentBook() });
  return givenKinds.filter((kind) => {
    try {
      return readRow(asKind(row, kind), scratch()) !== undefined;
    } catch (error) {
      if (error instanceof RefusedRow) return false;
      throw error;
    }
  });
}

const kinds = new Map<string, EntryKind>(entryKinds.map((kind) => [kind.toLowerCase(), kind]));

/** An option's symbol in the exchanges' format: root, day, call or put, strike in thousandths. */
const optionSymbol = /^[A-Z0-9.]{1,6} *\d{6}[CP]\d{8}$/i;

function readInstrument(row: CsvRow, prefix: "" | "counter_", currency: string): FileInstrument | undefined {
  const written = textOf(row, `${prefix}isin`);
  const isin = parseIsin(written);
  if (written !== undefined && isin === undefined) throw new RefusedRow("unknownInstrument", written);
  const ticker = textOf(row, `${prefix}ticker`) ?? isin;
  if (ticker === undefined) return undefined;
  const name = textOf(row, `${prefix}name`) ?? ticker;
  return { ...(isin !== undefined && { isin }), ticker, name, currency, assetClass: "other" };
}

/** Counts an option that staff excluded; refuses any other. */
function excludes(entry: NamelessEntry, instrument: FileInstrument, { file, exclude }: Reading): boolean {
  if (!exclude.has(exclusionKey(instrument))) {
    noteExcludable(file, instrument, null);
    throw new RefusedRow("derivative", instrument.ticker);
  }
  const cash = { currency: entry.currency, amount: entry.amount };
  noteExcluded(file, { account: entry.account, instrument, category: null, cash });
  return true;
}

/** The day on which transferred units were acquired: their cost in the contract currency is of that day. */
function readAcquired(row: CsvRow, kind: EntryKind, day: Day): Pick<NamelessEntry, "acquiredOn"> {
  if (textOf(row, "acquired") === undefined) return {};
  const acquiredOn = requiredDay(row, "acquired");
  if (kind !== "transferIn") throw wrong(kind, "acquired", acquiredOn);
  if (acquiredOn > day) throw new RefusedRow("futureDate", acquiredOn);
  return { acquiredOn };
}

/** The lots of a transfer in: `day quantity cost`, with `/` between them; `-` for a day that is not known. */
function readLots(row: CsvRow, kind: EntryKind): Pick<NamelessEntry, "lots"> {
  const written = textOf(row, "lots");
  if (written === undefined) return {};
  if (kind !== "transferIn") throw wrong(kind, "lots", written);
  const lots = written.split("/").map((text) => {
    const [acquired = "", quantity = "", cost = "", ...more] = text.trim().split(/\s+/);
    if (cost === "" || more.length > 0) throw new RefusedRow("badNumber", `lots: ${text.trim()}`);
    return {
      acquired: acquired === "-" ? null : parseDay(acquired),
      quantity: exactNumber(quantity, "lots"),
      cost: exactNumber(cost, "lots"),
    };
  });
  if (lots.length > mostLots) throw new RefusedRow("tooLong", `lots: ${lots.length}`);
  return { lots };
}

function readCustodian(row: CsvRow): Pick<NamelessEntry, "custodian"> {
  const written = textOf(row, "custodian")?.replace(/\s+/g, " ");
  return written === undefined ? {} : { custodian: written };
}

/** When and where a trade was settled and made. A day before the trade, or on another kind of row, is a mistake in the file. */
function readSettlement(row: CsvRow, kind: EntryKind, day: Day): Settlement {
  const venue = textOf(row, "venue")?.toUpperCase();
  const settledOn = textOf(row, "settled") === undefined ? undefined : requiredDay(row, "settled");
  const stated = settledOn ?? venue;
  if (stated !== undefined && kind !== "buy" && kind !== "sell")
    throw wrong(kind, settledOn === undefined ? "venue" : "settled", stated);
  if (settledOn !== undefined && settledOn < day) throw new RefusedRow("badDate", settledOn);
  if (venue !== undefined && !isVenue(venue)) throw new RefusedRow("amountsDisagree", `venue ${venue}`);
  return { ...(settledOn !== undefined && { settledOn }), ...(venue !== undefined && { venue }) };
}

const timePattern = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
function readTime(row: CsvRow, day: Day, clock: Clock): string | undefined {
  const text = textOf(row, "time");
  if (text === undefined) return undefined;
  if (!timePattern.test(text)) throw new RefusedRow("badDate", text);
  return clock.instant(day, text.length === 5 ? `${text}:00` : text);
}

/** Ids of our files have their own prefix; a reversal may name an entry of another kind by its full id. */
const idFor = (text: string): string => (isFullId(text) ? text : `csv:${text}`);

/** The columns of a trade that prove each other: units × price is the amount without its charges. */
const traded = ["quantity", "price", "amount", "fee", "tax", "accrued_interest"] as const;

/** Reads a row. In a trade, numbers with thousands signs are proved by its other figures. */
function readRow(row: CsvRow, reading: Reading): NamelessEntry | undefined {
  const kind = textOf(row, "kind")?.toLowerCase();
  const isProvable = (kind === "buy" || kind === "sell") && traded.slice(0, 3).every((name) => textOf(row, name));
  const numbers = new Map(traded.flatMap((name) => (textOf(row, name) ? [[name, textOf(row, name) ?? ""]] : [])));
  const about = { numbers, isProvable, amounts: traded.slice(2), currency: textOf(row, "currency") };
  return readGrouped(about, (read) =>
    readEntry(withMajorUnits({ ...row, values: new Map([...row.values, ...read]) }), reading),
  );
}

/** The entry of a row; undefined if staff excluded its instrument and it moved no cash. */
function readEntry(row: CsvRow, reading: Reading): NamelessEntry | undefined {
  const { file, book, clock, today } = reading;
  const kind = kinds.get(requiredText(row, "kind").toLowerCase());
  if (!kind) throw new RefusedRow("unknownKind", textOf(row, "kind") ?? null);
  const day = requiredDay(row, "date");
  if (day > today) throw new RefusedRow("futureDate", day);
  const currency = requiredCurrency(row, "currency");
  const instrument = readInstrument(row, "", currency);
  const comes = readInstrument(row, "counter_", currencyOrNone(row, "counter_currency") ?? currency);
  const id = textOf(row, "id");
  const account = getOrAddAccount(file, requiredText(row, "account"), row.line).account;
  const outside = [instrument, comes].find(
    (one) => one !== undefined && one.isin === undefined && optionSymbol.test(one.ticker),
  );
  if (outside) {
    const moved: NamelessEntry = {
      line: row.line,
      account,
      ...(id !== undefined && { id: idFor(id) }),
      kind: "excluded",
      day,
      named: exclusionKey(outside),
      currency,
      amount: requiredNumber(row, "amount"),
      description: outside.name,
      ...readCustodian(row),
    };
    return excludes(moved, outside, reading) && !isZero(moved.amount) ? moved : undefined;
  }
  const reverses = textOf(row, "reverses");
  const counter = {
    currency: currencyOrNone(row, "counter_currency"),
    amount: numberOf(row, "counter_amount"),
    quantity: numberOf(row, "counter_quantity"),
  };
  const has = Object.values(counter).some((value) => value !== undefined) || comes !== undefined;
  const entry: NamelessEntry = {
    line: row.line,
    account,
    ...(id !== undefined && { id: idFor(id) }),
    kind,
    day,
    time: readTime(row, day, clock),
    ...(instrument && { instrument: book.indexOf(instrument), named: lastingName(instrument) }),
    quantity: numberOf(row, "quantity"),
    price: unitPriceIn(row).price,
    currency,
    amount: requiredNumber(row, "amount"),
    fee: numberOf(row, "fee"),
    tax: numberOf(row, "tax"),
    accruedInterest: numberOf(row, "accrued_interest"),
    cost: numberOf(row, "cost"),
    ...readAcquired(row, kind, day),
    ...readLots(row, kind),
    ...readSettlement(row, kind, day),
    ...(has && { counter: { ...counter, ...(comes && { instrument: book.indexOf(comes) }) } }),
    ...(comes && { counterNamed: lastingName(comes) }),
    ...(reverses !== undefined && { reversesExternalId: idFor(reverses) }),
    orderId: textOf(row, "order"),
    description: textOf(row, "description"),
    ...readCustodian(row),
  };
  if (entry.cost !== undefined && isNegative(entry.cost)) throw new RefusedRow("notPositive", `cost: ${entry.cost}`);
  if (!isMadeOfLots({ ...entry, instrumentId: entry.instrument }))
    throw wrong(kind, `lots ≠ ${entry.quantity}, cost: ${entry.cost ?? ""}`);
  if (entry.accruedInterest !== undefined && kind !== "buy" && kind !== "sell")
    throw wrong(kind, "accrued_interest", entry.accruedInterest);
  rules[kind](entry);
  return entry;
}

const wrong = (...words: (string | undefined)[]): RefusedRow => new RefusedRow("amountsDisagree", words.join(" "));
const needs = (
  entry: NamelessEntry,
  ...names: ("quantity" | "instrument" | "counter" | "reversesExternalId" | "cost")[]
): void => {
  for (const name of names) if (entry[name] === undefined) throw new RefusedRow("missingValue", columnOf[name]);
};
const columnOf = {
  quantity: "quantity",
  instrument: "isin",
  counter: "counter_",
  reversesExternalId: "reverses",
  cost: "cost",
};

function above(entry: NamelessEntry, name: "quantity" | "amount"): void {
  const value = entry[name] ?? "0";
  if (isNegative(value) || isZero(value)) throw wrong(entry.kind, name, value);
}
function below(entry: NamelessEntry, name: "quantity" | "amount"): void {
  const value = entry[name] ?? "0";
  if (!isNegative(value)) throw wrong(entry.kind, name, value);
}
function moves(entry: NamelessEntry, name: "quantity" | "amount"): void {
  if (isZero(entry[name] ?? "0")) throw wrong(entry.kind, name, "0");
}

/** `amount` of a trade must agree with its parts. */
function agrees(entry: NamelessEntry): void {
  const { quantity = "0", price, amount, fee = "0", tax = "0", accruedInterest } = entry;
  if (price === undefined) return;
  const gross = sum(amount, fee, tax, negated(accruedInterest ?? "0"));
  // Shares without cost are a gift.
  const sided = isZero(gross) ? isZero(price) : isNegative(quantity) !== isNegative(gross);
  if (!sided || !makesMoney({ quantity, price, money: gross, currency: entry.currency }))
    throw wrong(
      `${absolute(quantity)} × ${price}, fee ${fee}, tax ${tax}${accruedInterest ? `, accrued interest ${accruedInterest}` : ""} ≠`,
      amount,
    );
}

/** Moves shares or cash in or out; `amount` is cash only and must be zero for an instrument. */
function transfer(entry: NamelessEntry, check: typeof above): void {
  if (entry.instrument === undefined) return check(entry, "amount");
  needs(entry, "quantity");
  check(entry, "quantity");
  if (!isZero(entry.amount)) throw wrong(entry.kind, "amount", entry.amount);
}

/** Refuses an entry whose figures its kind cannot have. Used by every reader whose rows become entries of the ledger. */
export const checkEntry = (entry: NamelessEntry): void => rules[entry.kind](entry);

const rules: Readonly<Record<EntryKind, (entry: NamelessEntry) => void>> = {
  openingBalance(entry) {
    if (entry.instrument === undefined) return moves(entry, "amount");
    transfer(entry, above);
  },
  buy(entry) {
    needs(entry, "instrument", "quantity");
    above(entry, "quantity");
    agrees(entry);
  },
  sell(entry) {
    needs(entry, "instrument", "quantity");
    below(entry, "quantity");
    agrees(entry);
  },
  deposit: (entry) => above(entry, "amount"),
  withdrawal: (entry) => below(entry, "amount"),
  dividend: (entry) => moves(entry, "amount"),
  returnOfCapital(entry) {
    needs(entry, "instrument");
    moves(entry, "amount");
  },
  interest: (entry) => moves(entry, "amount"),
  fee: (entry) => moves(entry, "amount"),
  tax: (entry) => moves(entry, "amount"),
  transferIn: (entry) => transfer(entry, above),
  transferOut: (entry) => transfer(entry, below),
  split(entry) {
    // Zero: the holder got only cash for it.
    needs(entry, "instrument", "quantity");
    if (!isZero(entry.amount)) throw wrong(entry.kind, "amount", entry.amount);
  },
  exchange(entry) {
    needs(entry, "instrument", "quantity");
    if (!isNegative(entry.quantity ?? "0") && !isZero(entry.quantity ?? "0"))
      throw wrong(entry.kind, "quantity", entry.quantity);
    const { counter } = entry;
    if (counter && (counter.instrument === undefined || counter.quantity === undefined))
      throw new RefusedRow("missingValue", counter.instrument === undefined ? "counter_isin" : "counter_quantity");
    // With neither quantity, a cost moves between securities that are held: the share of one that was spun off.
    const movesCost = isZero(entry.quantity ?? "0") && isZero(counter?.quantity ?? "1") && !isZero(entry.cost ?? "0");
    if (counter?.quantity !== undefined && !movesCost && (isNegative(counter.quantity) || isZero(counter.quantity)))
      throw new RefusedRow("notPositive", `counter_quantity: ${counter.quantity}`);
    if (movesCost && !isZero(entry.amount)) throw wrong(entry.kind, "amount", entry.amount);
    // A spin-off removes nothing: it must bring something, and state how much of the cost moves with it.
    if (isZero(entry.quantity ?? "0")) needs(entry, "counter", "cost");
  },
  fx(entry) {
    const { counter, currency, amount } = entry;
    needs(entry, "counter");
    if (counter?.currency === undefined) throw new RefusedRow("missingValue", "counter_currency");
    if (counter.amount === undefined) throw new RefusedRow("missingValue", "counter_amount");
    if (counter.currency === currency) throw new RefusedRow("currencyMismatch", `${currency}, ${counter.currency}`);
    if (isZero(amount) || isZero(counter.amount) || isNegative(amount) === isNegative(counter.amount))
      throw wrong(`${amount} ${currency},`, `${counter.amount} ${counter.currency}`);
  },
  excluded: (entry) => moves(entry, "amount"),
  reversal: (entry) => needs(entry, "reversesExternalId"),
};
