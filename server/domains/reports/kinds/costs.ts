/** The yearly report of costs and charges (Delegated Regulation 2017/565, Article 50(9)). */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { DailyValue } from "@portico/ledger/daily.ts";
import { isDoubt } from "@portico/ledger/daily-market.ts";
import { Decimal, type Known, plain, times, zero } from "@portico/ledger/decimal.ts";
import { partsOf } from "@portico/ledger/entry-parts.ts";
import type { CostKind } from "@portico/reports/costs.ts";
import {
  type BookedCost,
  type CostsFacts,
  costsData,
  costsTemplate,
  type OwnCostFacts,
} from "@portico/reports/costs-data.ts";
import { total } from "@portico/reports/rounding.ts";
import { type KnownDays, readKnownDays } from "../../portfolios/as-of/known-days.ts";
import type { BookedEntry } from "../../portfolios/ledger/entries.ts";
import { dayGaps } from "../facts/day-gaps.ts";
import { findCostsKnown } from "../own-costs/own-costs.queries.ts";
import type { KindOfReport } from "./kind.ts";

/** Kinds of Annex II by the kind of entry; a fee that names an instrument is of its trades. */
function kindOf({ kind, instrumentId }: BookedEntry): CostKind {
  switch (kind) {
    case "buy":
    case "sell":
    case "fx":
      return "transactions";
    case "deposit":
    case "withdrawal":
    case "transferIn":
    case "transferOut":
    case "openingBalance":
      return "oneOff";
    // Debit interest: lending is an ancillary service.
    case "interest":
      return "ancillary";
    case "fee":
      return instrumentId === undefined ? "ongoing" : "transactions";
    default:
      return "ongoing";
  }
}

/** In base at the rate of the day, as the daily values have it; what is nothing needs no rate. */
const inBase = ({ series, baseCurrency }: KnownDays, { currency, day }: BookedEntry, amount: Decimal): Known => {
  if (amount.isZero()) return zero;
  const quote = series.rate(currency, baseCurrency, day);
  return times(amount, quote ? new Decimal(quote.value) : null);
};

/** Fees and taxes of an entry, each a line. */
function bookedOf(days: KnownDays, entry: BookedEntry): BookedCost[] {
  const { fees, tax } = partsOf(entry);
  const instrument = entry.instrumentId === undefined ? undefined : days.instruments.get(entry.instrumentId);
  const isTrade = ["buy", "sell", "fx"].includes(entry.kind);
  const line = (part: BookedCost["part"], kind: CostKind, charged: Decimal): BookedCost[] =>
    charged.isZero()
      ? []
      : [
          {
            entryId: entry.id,
            day: entry.day,
            part,
            kind,
            entryKind: entry.kind,
            instrument: instrument?.name ?? null,
            isin: instrument?.isin ?? null,
            currency: entry.currency,
            charged: plain(charged),
            amount: inBase(days, entry, charged)?.toFixed() ?? null,
          },
        ];
  return [...line("service", kindOf(entry), fees), ...line("taxes", isTrade ? "transactions" : "ongoing", tax)];
}

const isComplete = ({ gaps }: Pick<DailyValue, "gaps">): boolean => gaps.every(isDoubt);

/** Every day of the period, those before the first entry too, on which nothing was held. */
function daysOf(
  { rows, before }: KnownDays,
  { from, to }: { from: string; to: string },
  booked: readonly BookedCost[],
): CostsFacts["days"] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const charged = Map.groupBy(
    booked.filter(({ part }) => part === "service"),
    ({ day }) => day,
  );
  const days: CostsFacts["days"][number][] = [];
  let former = before;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const row = byDay.get(day);
    const costs = charged.get(day);
    const isKnown = former === undefined || isComplete(former);
    days.push({
      day,
      value: row ? (isComplete(row) ? row.value : null) : "0",
      // As the time-weighted return links days: paid in at the beginning, paid out at the end.
      opening: isKnown ? plain(new Decimal(former?.value ?? 0).plus(row?.inflow ?? 0)) : null,
      closing:
        row === undefined
          ? "0"
          : isComplete(row)
            ? plain(new Decimal(row.value).plus(row.inflow).minus(row.deposits))
            : null,
      charged: costs ? total(costs.map(({ amount }) => (amount === null ? null : new Decimal(amount)))) : zero,
    });
    former = row ?? former;
  }
  return days;
}

/** What was held or bought in the period, without what only cash was. */
async function readOwnCosts(
  trx: Parameters<KindOfReport["make"]>[0],
  days: KnownDays,
  { held, knownAt }: { held: ReadonlyMap<number, Map<string, Known>>; knownAt: string },
): Promise<OwnCostFacts[]> {
  const bought = Map.groupBy(
    days.entries.filter(({ kind, instrumentId }) => kind === "buy" && instrumentId !== undefined),
    ({ instrumentId = 0 }) => instrumentId,
  );
  const ids = [...new Set([...held.keys(), ...bought.keys()])];
  const stated = Map.groupBy(await findCostsKnown(trx, ids, knownAt), ({ instrumentId }) => instrumentId);
  return ids.flatMap((id): OwnCostFacts[] => {
    const instrument = days.instruments.get(id);
    if (!instrument) return [];
    return [
      {
        instrumentId: id,
        instrument: instrument.name,
        isin: instrument.isin,
        bearsCosts: instrument.assetClass === "fund" || instrument.assetClass === "commodity",
        stated: (stated.get(id) ?? []).map(({ instrumentId: _id, ...own }) => own),
        worths: held.get(id) ?? new Map(),
        bought: (bought.get(id) ?? []).map((entry) => ({
          day: entry.day,
          amount: inBase(days, entry, partsOf(entry).traded.neg()),
        })),
      },
    ];
  });
}

export const costs: KindOfReport = {
  template: costsTemplate,
  async make(trx, { account, period, knownAt, given }) {
    const held = new Map<number, Map<string, Known>>();
    const days = await readKnownDays(trx, account, {
      ...period,
      known: knownAt,
      onDay({ day }, worths) {
        for (const [id, worth] of worths) {
          const own = held.get(id) ?? new Map<string, Known>();
          held.set(id, own.set(day, worth));
        }
      },
    });
    // A client who left has a day before the period.
    if (!days.before && days.entries.length === 0) return { failure: "beforeFirstEntry" };
    const booked = days.entries.flatMap((entry) => bookedOf(days, entry));
    return {
      data: costsData({
        given,
        period,
        currency: days.baseCurrency,
        days: daysOf(days, period, booked),
        booked,
        instruments: await readOwnCosts(trx, days, { held, knownAt }),
        gaps: dayGaps(days),
      }),
    };
  },
};
