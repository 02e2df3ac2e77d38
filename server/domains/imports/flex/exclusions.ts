/** Rows of instruments excluded by staff: their cash is booked, the rest is counted. */

import { exclusionKey, noteExcluded } from "../questions/exclusions.ts";
import type { NamelessEntry } from "../reading/identity.ts";
import { RefusedRow } from "../reading/parsed-file.ts";
import { isZero, parseCurrency, sum } from "../reading/values.ts";
import { movementOf } from "./cash.ts";
import type { FlexReading } from "./reader-state.ts";
import {
  type FlexRow,
  numberOf,
  numberOrZero,
  readBooking,
  readInstrument,
  requiredCurrency,
  requiredMoment,
  requiredNumber,
  textOf,
} from "./row.ts";

interface Moved {
  currency: string;
  amount: string;
  /** Appended to the row's own id. */
  suffix: string;
}

/** Cash moved by a trade: for a future or contract for difference only its charges, as its net cash states. */
function movedByTrade(row: FlexRow): Moved[] {
  const currency = requiredCurrency(row);
  const commission = numberOrZero(row, "ibCommission");
  const named = textOf(row, "ibCommissionCurrency");
  const feeCurrency = named === undefined ? currency : parseCurrency(named);
  const own = feeCurrency === currency ? commission : "0";
  const net = numberOf(row, "netCash") ?? sum(requiredNumber(row, "proceeds"), own, numberOrZero(row, "taxes"));
  const moved = [{ currency, amount: net, suffix: "" }];
  return feeCurrency === currency ? moved : [...moved, { currency: feeCurrency, amount: commission, suffix: ":fee" }];
}

function movedBy(row: FlexRow): Moved[] {
  if (row.name === "Trade") return movedByTrade(row);
  const one = (amount: string): Moved[] => [{ currency: requiredCurrency(row), amount, suffix: "" }];
  if (row.name === "CashTransaction") return one(requiredNumber(row, "amount"));
  if (row.name === "TransactionTax") return one(requiredNumber(row, "taxAmount"));
  if (row.name === "CorporateAction") return one(numberOrZero(row, "proceeds"));
  if (row.name !== "Transfer") return [];
  const cash = numberOrZero(row, "cashTransfer");
  return one(isZero(cash) ? cash : movementOf(row, cash).moves);
}

/** Every booking has its own id, whereas a rebooked trade keeps that of the first. */
function idOf(row: FlexRow): string | undefined {
  const booking = textOf(row, "transactionID");
  if (booking !== undefined) return `ib:tx:${booking}`;
  const trade = textOf(row, "tradeID");
  return trade === undefined ? undefined : `ib:trade:${trade}`;
}

/** True if the row's instrument is excluded; the row is then processed. */
export function exclude(row: FlexRow, reading: FlexReading): boolean {
  if (reading.exclude.size === 0 || textOf(row, "assetCategory") === "CASH") return false;
  const instrument = readInstrument(row);
  if (!instrument || !reading.exclude.has(exclusionKey(instrument))) return false;
  const { account } = reading.accountOf(row);
  const category = textOf(row, "assetCategory") ?? null;
  if (row.name === "OpenPosition") {
    noteExcluded(reading.file, { account, instrument, category, quantity: requiredNumber(row, "position") });
    return true;
  }
  const { day } =
    row.name === "Trade" ? requiredMoment(row, "tradeDate", "dateTime", "reportDate") : readBooking(row, reading.clock);
  const id = idOf(row);
  for (const { currency, amount, suffix } of movedBy(row)) {
    noteExcluded(reading.file, { account, instrument, category, cash: { currency, amount } });
    if (isZero(amount)) continue;
    const entry: NamelessEntry = {
      line: row.line,
      account,
      ...(id !== undefined && { id: `${id}${suffix}` }),
      kind: "excluded",
      day: reading.notLater(day),
      named: exclusionKey(instrument),
      currency,
      amount,
      description: instrument.name,
    };
    reading.add(entry);
  }
  return true;
}

const excludableCodes: ReadonlySet<string> = new Set([
  "derivative",
  "shortPosition",
  "unknownKind",
  "unsupportedAction",
  "actionIncomplete",
]);

/** The instrument that caused a refusal, if excluding it would allow the rest. */
export function refusedInstrument(row: FlexRow, { code }: RefusedRow): ReturnType<typeof readInstrument> {
  const category = textOf(row, "assetCategory");
  if (!excludableCodes.has(code) || category === undefined || category === "CASH") return undefined;
  if (code === "unknownKind" && row.name === "CashTransaction") return undefined;
  try {
    return readInstrument(row);
  } catch (error) {
    if (error instanceof RefusedRow) return undefined;
    throw error;
  }
}
