/** The periodic statement of portfolio management. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { type Bridge, bridgeOver, bridgeParts, type Moved } from "@portico/ledger/bridge.ts";
import type { DailyValue } from "@portico/ledger/daily.ts";
import { isDoubt } from "@portico/ledger/daily-market.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { partsOf } from "@portico/ledger/entry-parts.ts";
import { timeWeightedReturn } from "@portico/ledger/time-weighted.ts";
import { type MovementFacts, managementData, managementTemplate } from "@portico/reports/management.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { type KnownDays, readKnownDays } from "../../portfolios/as-of/known-days.ts";
import { readHoldings } from "../facts/holdings.ts";
import { readAgreedBenchmark, readMandateFacts } from "../facts/mandate.ts";
import type { AskedReport, KindOfReport } from "./kind.ts";

const isComplete = ({ gaps }: Pick<DailyValue, "gaps">): boolean => gaps.every(isDoubt);

/** Null if a price or rate is missing at one of the ends, or something was paid whose worth is not known. */
function bridgeOf({ rows, before }: KnownDays): Bridge | null {
  const last = rows.at(-1);
  if (!last || !isComplete(last) || (before && !isComplete(before))) return null;
  const sum = (part: (typeof bridgeParts)[number]): string =>
    rows.reduce((total, row) => total.plus(row[part]), new Decimal(0)).toFixed();
  const moved = Object.fromEntries(bridgeParts.map((part) => [part, sum(part)])) as Moved;
  const entered = rows.reduce<Decimal | null>(
    (total, row) => (total === null || row.entered === null ? null : total.plus(row.entered)),
    new Decimal(0),
  );
  return bridgeOver({ ...moved, entered: entered?.toFixed() ?? null }, before?.value ?? "0", last.value);
}

/** Null if a price or rate is missing on one of the days, or on the day before, or nothing was invested. */
function performanceOf({ rows, before }: KnownDays): string | null {
  if (![...rows, ...(before ? [before] : [])].every(isComplete)) return null;
  const found = timeWeightedReturn(before?.value ?? "0", rows);
  return "percent" in found ? found.percent : null;
}

function movementsOf({ entries, instruments, series, baseCurrency }: KnownDays): MovementFacts[] {
  return entries.map((entry): MovementFacts => {
    const { kind, day, currency, amount, quantity, price, fee, tax } = entry;
    const instrument = entry.instrumentId === undefined ? undefined : instruments.get(entry.instrumentId);
    const { fees, income } = partsOf(entry);
    const quote = series.rate(currency, baseCurrency, day);
    // What is nothing needs no rate.
    const inBase = (part: Decimal): string | null => {
      if (part.isZero()) return "0";
      return quote ? part.times(quote.value).toFixed() : null;
    };
    return {
      kind,
      day,
      instrument: instrument?.name ?? null,
      isin: instrument?.isin ?? null,
      quantity: quantity ?? null,
      price: price ?? null,
      currency,
      amount,
      fee: fee ?? null,
      tax: tax ?? null,
      baseFees: inBase(fees),
      baseIncome: inBase(income),
    };
  });
}

/** What the second version says besides: over the days on which something was held. */
async function readStated(trx: Trx, asked: AskedReport, { rows, before, baseCurrency }: KnownDays) {
  const read = await readMandateFacts(trx, asked);
  const from = before ? asked.period.from : (rows[0]?.day ?? asked.period.from);
  const { benchmark, gaps } = await readAgreedBenchmark(trx, read, asked, { from, currency: baseCurrency });
  const { benchmarkId: _id, ...mandate } = read;
  return { mandate, benchmark, gaps };
}

export const management: KindOfReport = {
  template: managementTemplate,
  async make(trx, asked) {
    const { account, period, knownAt, given } = asked;
    const end = await readHoldings(trx, asked, period.to);
    if (!end) return { failure: "beforeFirstEntry" };
    const beginning = await readHoldings(trx, asked, addDays(period.from, -1));
    const days = await readKnownDays(trx, account, { ...period, known: knownAt });
    const performance = performanceOf(days);
    const stated = asked.template === 1 ? null : await readStated(trx, asked, days);
    return {
      data: managementData({
        given,
        period,
        currency: days.baseCurrency,
        beginning,
        end,
        bridge: bridgeOf(days),
        performance,
        movements: movementsOf(days),
        gaps: [
          ...[...(beginning?.instruments ?? []), ...(beginning?.cash ?? []), ...end.instruments, ...end.cash].flatMap(
            ({ gaps }) => gaps,
          ),
          ...(performance === null ? [{ code: "daysIncomplete" }] : []),
          ...(stated?.gaps ?? []),
        ],
        ...(stated && { mandate: stated.mandate, benchmark: stated.benchmark }),
      }),
    };
  },
};
