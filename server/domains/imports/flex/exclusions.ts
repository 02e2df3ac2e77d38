/** Rows of instruments that staff left out: the cash that they moved is booked as such, the rest is noted. */

import { exclusionKey, noteExcluded } from "../imports.exclusions.ts";
import { RefusedRow } from "../imports.file.ts";
import type { NamelessEntry } from "../imports.identity.ts";
import { currencyOf, isNegative, isZero, negated, sum } from "../imports.values.ts";
import type { FlexReading } from "./reading.ts";
import {
  bookingOf,
  type FlexRow,
  instrumentOf,
  numberOf,
  numberOrZero,
  requiredCurrency,
  requiredMoment,
  requiredNumber,
  textOf,
} from "./row.ts";

interface Moved {
  currency: string;
  amount: string;
  /** Behind the row's own id. */
  suffix: string;
}

/** What a trade moved of cash: of a future or contract for difference its charges alone, as its net cash says. */
function movedByTrade(row: FlexRow): Moved[] {
  const currency = requiredCurrency(row);
  const commission = numberOrZero(row, "ibCommission");
  const named = textOf(row, "ibCommissionCurrency");
  const feeCurrency = named === undefined ? currency : currencyOf(named);
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
  const leaves = /^OUT/i.test(textOf(row, "direction") ?? "");
  return one(leaves === isNegative(cash) ? cash : negated(cash));
}

/** Every booking has an id of its own, where a rebooked trade keeps that of the first one. */
function idOf(row: FlexRow): string | undefined {
  const booking = textOf(row, "transactionID");
  if (booking !== undefined) return `ib:tx:${booking}`;
  const trade = textOf(row, "tradeID");
  return trade === undefined ? undefined : `ib:trade:${trade}`;
}

/** True where the row is of an instrument that staff left out; then it is dealt with. */
export function exclude(row: FlexRow, reading: FlexReading): boolean {
  if (reading.exclude.size === 0 || textOf(row, "assetCategory") === "CASH") return false;
  const instrument = instrumentOf(row);
  if (!instrument || !reading.exclude.has(exclusionKey(instrument))) return false;
  const { account } = reading.accountOf(row);
  const category = textOf(row, "assetCategory") ?? null;
  if (row.name === "OpenPosition") {
    noteExcluded(reading.file, { account, instrument, category, quantity: requiredNumber(row, "position") });
    return true;
  }
  const { day } =
    row.name === "Trade" ? requiredMoment(row, "tradeDate", "dateTime", "reportDate") : bookingOf(row, reading.clock);
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

const excludableCodes: ReadonlySet<string> = new Set(["derivative", "shortPosition", "unknownKind"]);

/** The instrument that refused a row, where leaving it out would let the rest in. */
export function refusedInstrument(row: FlexRow, { code }: RefusedRow): ReturnType<typeof instrumentOf> {
  if (!excludableCodes.has(code) || textOf(row, "assetCategory") === undefined) return undefined;
  if (code === "unknownKind" && row.name === "CashTransaction") return undefined;
  try {
    return instrumentOf(row);
  } catch (error) {
    if (error instanceof RefusedRow) return undefined;
    throw error;
  }
}
