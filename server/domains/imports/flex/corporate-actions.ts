/** Splits, mergers, tenders, spin-offs and similar: the rows of one action are combined into entries. */
import { type FileInstrument, RefusedRow } from "../imports.file.ts";
import type { NamelessEntry } from "../imports.identity.ts";
import { isinOf, lastingName } from "../imports.instruments.ts";
import { isNegative, isZero, sum } from "../imports.values.ts";
import { exclude } from "./exclusions.ts";
import type { FlexReading } from "./reading.ts";
import {
  bookingOf,
  type FlexRow,
  numberOrZero,
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

const splitTypes = new Set(["FS", "RS", "SD", "HI"]);
const isSplit = ({ type, sentence }: Action): boolean =>
  type === undefined ? /\b(SPLIT|STOCK DIVIDEND)\b/i.test(sentence) && !/SPIN/i.test(sentence) : splitTypes.has(type);
const spinTypes = new Set(["SO", "RI", "DI"]);
const isSpinOff = ({ type, sentence }: Action): boolean =>
  type === undefined ? /\b(SPIN-?OFF|RIGHTS ISSUE)\b/i.test(sentence) : spinTypes.has(type);
/** Types in which shares are removed for nothing, or for cash only. */
const goneTypes = new Set(["DW", "TC", "TO", "TI", "BM", "PV", "OR"]);
const leaves = ({ type, sentence }: Action): boolean =>
  type === undefined
    ? /\b(MERGED|TENDERED|DELISTED|LIQUIDAT|WORTHLESS|REDEEMED|REDEMPTION|MATURITY)/i.test(sentence)
    : goneTypes.has(type);

/** Sums the movements of each instrument. */
function sidesOf(rows: readonly FlexRow[], reading: FlexReading): Side[] {
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
function parentOf(action: Action): FileInstrument | undefined {
  const found = /^\s*([^\s(]+)\s*\(([A-Z0-9]{12})\)/.exec(action.sentence);
  const isin = isinOf(found?.[2]);
  if (!found?.[1] || isin === undefined) return undefined;
  return { isin, ticker: found[1], name: found[1], currency: action.currency, assetClass: "other" };
}

/** An action counts on the day it is reported: prices of that day are those after it. */
function whenOf(row: FlexRow, reading: FlexReading): Pick<NamelessEntry, "day" | "time"> {
  const booking = bookingOf(row, reading.clock);
  reading.notLater(booking.day);
  return booking;
}

/** The lowest booking id of the rows, so that it does not depend on their order. */
function actionIdOf(rows: readonly FlexRow[]): string | undefined {
  const ids = rows.map((row) => textOf(row, "transactionID")).filter((id) => id !== undefined);
  if (ids.length === 0) return undefined;
  return `ib:tx:${ids.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[0]}`;
}

function entryOf(action: Action, reading: FlexReading): NamelessEntry | undefined {
  const moved = sidesOf(action.rows, reading).filter((side) => !isZero(side.quantity));
  const outs = moved.filter((side) => isNegative(side.quantity));
  const ins = moved.filter((side) => !isNegative(side.quantity));
  const [out] = outs;
  const [into] = ins;
  const id = actionIdOf(action.rows);
  const common = {
    line: action.first.line,
    account: reading.accountOf(action.first).account,
    ...(id !== undefined && { id }),
    ...whenOf(action.first, reading),
    currency: action.currency,
    amount: action.cash,
    description: action.sentence,
  };
  const of = (side: Side) => ({ instrument: side.index, named: lastingName(side.instrument) });
  const refused = new RefusedRow("unsupportedAction", [action.type, action.sentence].filter((part) => part).join(" "));

  if (!out && !into) return undefined;
  if (outs.length > 1 || ins.length > 1) throw refused;
  if (out && into)
    return {
      ...common,
      ...of(out),
      kind: "exchange",
      quantity: out.quantity,
      counter: { instrument: into.index, quantity: into.quantity },
      counterNamed: lastingName(into.instrument),
    };
  const alone = (out ?? into) as Side;
  if (isSplit(action) && isZero(action.cash))
    return { ...common, ...of(alone), kind: "split", quantity: alone.quantity };
  if (out && (leaves(action) || !isZero(action.cash)))
    return { ...common, ...of(out), kind: "exchange", quantity: out.quantity };
  const parent = into && isSpinOff(action) ? parentOf(action) : undefined;
  if (into && parent) {
    const parentIndex = reading.instrument(parent);
    if (parentIndex === into.index && isZero(action.cash))
      return { ...common, ...of(into), kind: "split", quantity: into.quantity };
    // The cost stays with the parent until the issuer states its allocation, which the statement does not contain.
    return {
      ...common,
      kind: "exchange",
      instrument: parentIndex,
      named: lastingName(parent),
      quantity: "0",
      cost: "0",
      counter: { instrument: into.index, quantity: into.quantity },
      counterNamed: lastingName(into.instrument),
    };
  }
  throw refused;
}

function withoutExcluded(rows: readonly FlexRow[], reading: FlexReading): FlexRow[] {
  const rest: FlexRow[] = [];
  for (const row of rows)
    reading.attempt(row, () => {
      if (!exclude(row, reading)) rest.push(row);
    });
  return rest;
}

/** Books the corporate actions of one statement. */
export function readCorporateActions(rows: readonly FlexRow[], reading: FlexReading): void {
  for (const all of Map.groupBy(rows, actionKey).values()) {
    const group = withoutExcluded(all, reading);
    const [first] = group;
    if (!first) continue;
    reading.attempt(first, () => {
      for (const row of group) requireBooked(row);
      const currencies = new Set(group.map((row) => requiredCurrency(row)));
      const paying = group.filter((row) => !isZero(numberOrZero(row, "proceeds")));
      const currency = requiredCurrency(paying[0] ?? first);
      const sentence = withoutSubject(requiredText(first, "description"));
      if (paying.some((row) => requiredCurrency(row) !== currency))
        throw new RefusedRow("currencyMismatch", [...currencies].join(", "));
      const cash = sum(...group.map((row) => numberOrZero(row, "proceeds")));
      const action: Action = { first, rows: group, type: textOf(first, "type"), sentence, cash, currency };
      const entry = entryOf(action, reading);
      if (entry) reading.add(entry);
      else reading.leaveOut("CorporateAction 0");
    });
  }
}
