/** Splits, mergers, tenders, spin-offs and similar: the rows of one action are combined into entries. */
import type { EntryKind } from "../../portfolios/ledger/entries.ts";
import { exclusionKey, noteExcludable } from "../questions/exclusions.ts";
import type { NamelessEntry } from "../reading/identity.ts";
import { lastingName, parseIsin } from "../reading/instruments.ts";
import { type FileInstrument, RefusedRow } from "../reading/parsed-file.ts";
import { Exact, isNegative, isZero, sum } from "../reading/values.ts";
import { asCancelled, bookingsOf, cancellationsOf, correcting } from "./cancelled-actions.ts";
import { exclude } from "./exclusions.ts";
import type { FlexReading } from "./reader-state.ts";
import {
  type FlexRow,
  numberOrZero,
  readBooking,
  requireBooked,
  requiredCurrency,
  requiredInstrument,
  requiredNumber,
  requiredText,
  textOf,
} from "./row.ts";

/** "GCM(CA38501D2041) SPLIT 1 FOR 25 (GCM.OLD, GRAN COLOMBIA GOLD CORP, CA38501D2041)" without the last parentheses. */
const withoutSubject = (description: string): string => description.replace(/(?<!\s)\s*\([^()]*\)\s*$/, "").trim();

/** Rows of one action share its id; in files without one, their account, time and description. */
function actionKey(row: FlexRow): string {
  const account = row.attributes["accountId"] ?? "";
  const id = textOf(row, "actionID");
  const moment = row.attributes["dateTime"] || row.attributes["reportDate"] || "";
  return `${account}|${id ?? withoutSubject(row.attributes["description"] ?? "")}|${moment}`;
}

/** One side of an action: an instrument received or removed, with its rows. */
interface Side {
  instrument: FileInstrument;
  index: number;
  quantity: string;
  rows: FlexRow[];
}

interface Action {
  first: FlexRow;
  rows: FlexRow[];
  type: string | undefined;
  sentence: string;
  /** Cash received (+) or paid (−), in its currency. */
  cash: string;
  currency: string;
}

const splitTypes = new Set(["FS", "RS", "SD", "HI", "FI"]);
const isSplit = ({ type, sentence }: Action): boolean =>
  type === undefined ? /\b(SPLIT|STOCK DIVIDEND)\b/i.test(sentence) && !/SPIN/i.test(sentence) : splitTypes.has(type);
/** GV and PI bring what an offer or a purchase later takes back; until then it has no cost of its own. */
const spinTypes = new Set(["SO", "RI", "DI", "GV", "PI", "HI", "CH"]);
const isSpinOff = ({ type, sentence }: Action): boolean =>
  type === undefined ? /\b(SPIN-?OFF|RIGHTS ISSUE)\b/i.test(sentence) : spinTypes.has(type);
/** Types in which shares are removed for nothing, or for cash only; ED are rights that expire. */
const goneTypes = new Set(["DW", "TC", "TO", "TI", "BM", "PV", "OR", "ED", "TM"]);
const leaves = ({ type, sentence }: Action): boolean =>
  type === undefined
    ? /\b(MERGED|TENDERED|DELISTED|LIQUIDAT|WORTHLESS|REDEEMED|REDEMPTION|MATURITY|EXPIRE|LAPSE)/i.test(sentence)
    : goneTypes.has(type);

/** Sums the movements of each instrument. */
function readSides(rows: readonly FlexRow[], reading: FlexReading): Side[] {
  const sides = new Map<number, Side>();
  for (const row of rows) {
    const quantity = requiredNumber(row, "quantity");
    const instrument = requiredInstrument(row);
    const index = reading.instrument(instrument);
    const side = sides.get(index);
    if (side) {
      side.quantity = sum(side.quantity, quantity);
      side.rows.push(row);
    } else sides.set(index, { instrument, index, quantity, rows: [row] });
  }
  return [...sides.values()];
}

/** The security at the start of the description, "XYZ(US0000000000) …": the parent of a spin-off. */
function findParent(action: Action): FileInstrument | undefined {
  const found = /^\s*([^\s(]+)\s*\(([A-Z0-9]{12})\)/.exec(action.sentence);
  const isin = parseIsin(found?.[2]);
  if (!found?.[1] || isin === undefined) return undefined;
  return { isin, ticker: found[1], name: found[1], currency: action.currency, assetClass: "other" };
}

/** True if the description begins with another security than the one that is received. */
function isOfAnother({ instrument }: Side, action: Action): boolean {
  const parent = findParent(action);
  return parent !== undefined && instrument.isin !== undefined && parent.isin !== instrument.isin;
}
/** The custodian marks a security that another one replaces. */
const isReplaced = ({ instrument, quantity }: Side, { cash }: Action): boolean =>
  isNegative(quantity) && isZero(cash) && /\.OLD$/i.test(instrument.ticker);
/** Dividends in shares may bring another class of shares; a split brings another security only in exchange. */
const bringsShares = ({ type, sentence }: Action): boolean =>
  type === "SD" || type === "HI" || (type === undefined && /STOCK DIVIDEND/i.test(sentence));

/** An action counts on the day it is reported: prices of that day are those after it. */
function readTime(row: FlexRow, reading: FlexReading): Pick<NamelessEntry, "day" | "time"> {
  const booking = readBooking(row, reading.clock);
  reading.notLater(booking.day);
  return booking;
}

/** The lowest booking id of the rows, so that it does not depend on their order. */
function actionIdOf(rows: readonly FlexRow[]): string | undefined {
  const ids = rows.map((row) => textOf(row, "transactionID")).filter((id) => id !== undefined);
  if (ids.length === 0) return undefined;
  return `ib:tx:${ids.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[0]}`;
}

/** Cash without shares: a dividend, a coupon, or capital that an issuer pays for shares, such as for fractions. */
function cashKindOf({ type, sentence, cash }: Action): EntryKind | undefined {
  if (type === "CD" || type === "CH" || /\bDIVIDEND\b/i.test(sentence)) return "dividend";
  if (type === "CP" || /\b(COUPON|INTEREST) PAYMENT\b/i.test(sentence)) return "interest";
  if (type === "FA") return "fee";
  return isNegative(cash) ? undefined : "returnOfCapital";
}

/** Sides in an order that does not depend on that of the rows: the largest first. */
const bySize = (sides: readonly Side[]): Side[] =>
  sides.toSorted(
    (one, other) =>
      new Exact(other.quantity).abs().comparedTo(new Exact(one.quantity).abs()) ||
      (lastingName(one.instrument) < lastingName(other.instrument) ? -1 : 1),
  );

const of = (side: Side) => ({ instrument: side.index, named: lastingName(side.instrument) });
const counterOf = (side: Side, quantity = side.quantity) => ({
  counter: { instrument: side.index, quantity },
  counterNamed: lastingName(side.instrument),
});

/** What the entries of one action have in common. */
interface Frame {
  common: Pick<NamelessEntry, "line" | "account" | "id" | "day" | "time" | "currency" | "amount" | "description">;
  /** A further entry of the action, without cash. */
  further: (number: number) => Frame["common"];
  refused: RefusedRow;
}

function frameOf(action: Action, reading: FlexReading): Frame {
  const id = actionIdOf(action.rows);
  const common = {
    line: action.first.line,
    account: reading.accountOf(action.first).account,
    ...(id !== undefined && { id }),
    ...readTime(action.first, reading),
    currency: action.currency,
    amount: action.cash,
    description: action.sentence,
  };
  return {
    common,
    further: (number) => ({ ...common, ...(id !== undefined && { id: `${id}:${number}` }), amount: "0" }),
    refused: new RefusedRow("unsupportedAction", [action.type, action.sentence].filter((part) => part).join(" ")),
  };
}

/** Nothing moves, or only cash. */
function withoutUnits(
  action: Action,
  { sides, reading }: { sides: readonly Side[]; reading: FlexReading },
  { common, further, refused }: Frame,
): NamelessEntry[] {
  if (isZero(action.cash)) {
    // A query without the column must not lose the cash.
    for (const row of action.rows) if (!isZero(numberOrZero(row, "amount"))) requiredNumber(row, "proceeds");
    return [];
  }
  const kind = cashKindOf(action);
  const payer = sides.find(({ rows }) => rows.some((row) => !isZero(numberOrZero(row, "proceeds"))));
  if (kind === undefined || !payer) throw refused;
  const paid: NamelessEntry = { ...common, ...of(payer), kind };
  if (isNegative(action.cash) || !(isSplit(action) || action.type === "CH")) return [paid];
  // A split or choice dividend for which the holder got only cash: the units stay, and count the new quotes.
  const parent = findParent(action);
  const split = parent ? { instrument: reading.instrument(parent), named: lastingName(parent) } : of(payer);
  return [paid, { ...further(2), ...split, kind: "split", quantity: "0" }];
}

/** Securities become others. */
function exchanged(
  [out, ...moreOut]: readonly [Side, ...Side[]],
  [into, ...moreIn]: readonly [Side, ...Side[]],
  { common, further, refused }: Frame,
): NamelessEntry[] {
  if (moreOut.length > 0 && moreIn.length > 0) throw refused;
  return [
    {
      ...common,
      ...of(out),
      kind: "exchange",
      quantity: out.quantity,
      ...counterOf(into),
      ...(moreIn.length > 0 && { costOpen: namesOf([out, into, ...moreIn]) }),
    },
    // Further securities that are received bring no cost until staff enter their share.
    ...moreIn.map(
      (side, index): NamelessEntry => ({
        ...further(index + 2),
        ...of(out),
        kind: "exchange",
        quantity: "0",
        cost: "0",
        ...counterOf(side),
      }),
    ),
    // Further ones that are given up bring only their cost.
    ...moreOut.map(
      (side, index): NamelessEntry => ({
        ...further(index + 2),
        ...of(side),
        kind: "exchange",
        quantity: side.quantity,
        ...counterOf(into, "0"),
      }),
    ),
  ];
}

/** One security comes or goes. */
function ofOneSide(
  alone: Side,
  action: Action,
  { reading, frame: { common, further, refused } }: { reading: FlexReading; frame: Frame },
): NamelessEntry[] {
  const [out, into] = isNegative(alone.quantity) ? [alone, undefined] : [undefined, alone];
  const other = into && isOfAnother(into, action) ? into : undefined;
  if (isSplit(action) && (isReplaced(alone, action) || (other && !bringsShares(action))))
    throw new RefusedRow("actionIncomplete", refused.detail);
  if (isSplit(action) && !other) {
    const split: NamelessEntry = { ...common, ...of(alone), kind: "split", quantity: alone.quantity, amount: "0" };
    if (isZero(action.cash)) return [split];
    // Cash for a fraction of a share.
    if (isNegative(action.cash)) throw refused;
    return [split, { ...further(2), ...of(alone), kind: "returnOfCapital", amount: action.cash }];
  }
  if (out && (leaves(action) || !isZero(action.cash)))
    return [{ ...common, ...of(out), kind: "exchange", quantity: out.quantity }];
  // Subscribed for cash.
  if (into && isNegative(action.cash)) return [{ ...common, ...of(into), kind: "buy", quantity: into.quantity }];
  const parent = into && (isSpinOff(action) || other) ? findParent(action) : undefined;
  if (into && parent) {
    const parentIndex = reading.instrument(parent);
    if (parentIndex === into.index && isZero(action.cash))
      return [{ ...common, ...of(into), kind: "split", quantity: into.quantity }];
    // The cost stays with the parent until staff enter what the issuer states; the statement does not contain it.
    return [
      {
        ...common,
        kind: "exchange",
        instrument: parentIndex,
        named: lastingName(parent),
        quantity: "0",
        cost: "0",
        ...counterOf(into),
        ...((isSpun(action) || action.type === "SD") && { costOpen: namesOf([{ instrument: parent }, into]) }),
      },
    ];
  }
  throw refused;
}

/** The entries of an action; none if nothing moves. */
function toEntries(action: Action, reading: FlexReading): NamelessEntry[] {
  const sides = readSides(action.rows, reading);
  const moved = sides.filter((side) => !isZero(side.quantity));
  const [out, ...moreOut] = bySize(moved.filter((side) => isNegative(side.quantity)));
  const [into, ...moreIn] = bySize(moved.filter((side) => !isNegative(side.quantity)));
  const frame = frameOf(action, reading);
  if (out && into) return exchanged([out, ...moreOut], [into, ...moreIn], frame);
  const alone = out ?? into;
  if (!alone) return withoutUnits(action, { sides, reading }, frame);
  if (moved.length > 1) throw frame.refused;
  return ofOneSide(alone, action, { reading, frame });
}

/** The securities among which a cost is to be divided, the one that has it first. */
const namesOf = (sides: readonly Pick<Side, "instrument">[]): string =>
  sides.map(({ instrument }) => instrument.isin ?? instrument.ticker).join(" → ");

/** Rights have no cost of their own; a company that is spun off has. */
const isSpun = ({ type, sentence }: Action): boolean => type === "SO" || /SPIN-?OFF/i.test(sentence);

function withoutExcluded(rows: readonly FlexRow[], reading: FlexReading): FlexRow[] {
  const rest: FlexRow[] = [];
  for (const row of rows)
    reading.attempt(row, () => {
      if (!exclude(row, reading)) rest.push(row);
    });
  return rest;
}

/** The first row's instrument is offered to be left out with its refusal; those of the other rows are offered here. */
function offeringAll<T>(rows: readonly FlexRow[], reading: FlexReading, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const [first, ...rest] = rows;
    const names = new Set(first && [exclusionKey(requiredInstrument(first))]);
    if (error instanceof RefusedRow && error.code === "unsupportedAction")
      for (const row of rest) {
        const instrument = requiredInstrument(row);
        const isNew = names.size < names.add(exclusionKey(instrument)).size;
        if (isNew) noteExcludable(reading.file, instrument, textOf(row, "assetCategory") ?? null);
      }
    throw error;
  }
}

interface Paid {
  currency: string;
  amount: string;
}

/** The cash of an action; `second` is what it pays in another currency. */
function readCash(group: readonly FlexRow[]): { cash: string; currency: string; second: Paid | undefined } {
  const paid = Map.groupBy(
    group.filter((row) => !isZero(numberOrZero(row, "proceeds"))),
    (row) => requiredCurrency(row),
  );
  const [first, second, ...more] = [...paid]
    .map(([currency, rows]): Paid => ({ currency, amount: sum(...rows.map((row) => numberOrZero(row, "proceeds"))) }))
    // The order of the rows means nothing.
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
  if (more.length > 0 || (second && isNegative(second.amount)))
    throw new RefusedRow("currencyMismatch", [...paid.keys()].join(", "));
  return {
    cash: first?.amount ?? "0",
    currency: first?.currency ?? requiredCurrency(group[0] as FlexRow),
    second: second && !isZero(second.amount) ? second : undefined,
  };
}

/** The entries of an action that also pays in another currency: an exchange carries both, cash alone is a second entry. */
function withSecondCash(entries: NamelessEntry[], second: Paid | undefined): NamelessEntry[] {
  const [first, ...further] = entries;
  if (!second || !first) return entries;
  const { currency, amount } = second;
  if (first.kind === "exchange") return [{ ...first, counter: { ...first.counter, currency, amount } }, ...further];
  if (first.quantity !== undefined || further.length > 0)
    throw new RefusedRow("currencyMismatch", `${first.currency}, ${currency}`);
  return [first, { ...first, ...(first.id !== undefined && { id: `${first.id}:${currency}` }), currency, amount }];
}

/** The entries of the rows of one booking. */
function entriesOf(first: FlexRow, rows: readonly FlexRow[], reading: FlexReading): NamelessEntry[] {
  for (const row of rows) requireBooked(row);
  const { cash, currency, second } = readCash(rows);
  const sentence = withoutSubject(requiredText(first, "description"));
  const action: Action = { first, rows: [...rows], type: textOf(first, "type"), sentence, cash, currency };
  return offeringAll(rows, reading, () => withSecondCash(toEntries(action, reading), second));
}

/** Books the corporate actions of one statement. */
export function readCorporateActions(all: readonly FlexRow[], reading: FlexReading): void {
  for (const { rows, role } of bookingsOf(withoutExcluded(all, reading), actionKey)) {
    const [first] = rows;
    if (!first) continue;
    reading.attempt(
      first,
      () => {
        if (role === "cancels") {
          for (const entry of cancellationsOf(entriesOf(first, rows.map(asCancelled), reading))) reading.add(entry);
          return;
        }
        const entries = entriesOf(first, rows, reading);
        for (const entry of entries) reading.add(role === "corrects" ? correcting(entry) : entry);
        if (entries.length === 0) reading.leaveOut("CorporateAction 0");
      },
      rows,
    );
  }
}
