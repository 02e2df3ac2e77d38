/** A holder's realised sales from the portal's own ledger. */

import type { SaleRow, Sales } from "@portico/api/portfolio-sales.ts";
import type { Gap } from "@portico/api/portfolios/gap.ts";
import type { CostMethod } from "@portico/api/rules/cost-methods.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type Amounts, type LotGap, more, nothing, withGaps } from "@portico/ledger/lots.ts";
import { type ClosedHolding, costBy, gainBy, type Sale } from "@portico/ledger/realised.ts";
import { realisedSales, writeAmounts, writeLot } from "@portico/ledger/sales.ts";
import { fromUnits } from "@portico/ledger/units.ts";
import type { CustodyAccount, SalesQuery } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { loadMaths } from "../ledger/calculation-data.ts";
import type { BookedEntry } from "../ledger/entries.ts";
import { findHead } from "../ledger/holdings.queries.ts";
import { listSalesEntries } from "./sales-entries.queries.ts";

/** A longer answer would block the thread that sends it; days are listed whole. */
export const listedAtMost = { sales: 2000, lots: 5000 };
/** Replaying more entries takes longer than asking a worker thread. */
const lightEntries = 1000;

type Instruments = ReadonlyMap<number, InstrumentRecord>;

/** The sales of a range. To be called in a transaction with one snapshot of the ledger. */
export async function getSales(db: Db, account: CustodyAccount, query: SalesQuery): Promise<Sales> {
  return calculateSales(db, account, query, await listSalesEntries(db, account, query));
}

/** The sales of a range from a ledger's entries in booking order, without undone ones: all, or those that they depend on. */
export async function calculateSales(
  db: Db,
  account: CustodyAccount,
  query: SalesQuery,
  entries: readonly BookedEntry[],
): Promise<Sales> {
  const range = { from: entries[0]?.day ?? query.from, to: entries.at(-1)?.day ?? query.to };
  const { options, instruments } = await loadMaths(db, account, entries, range);
  const { sales, closed } = realisedSales(options, entries, query);
  const listed = newestDays(sales);
  const rows = listed.map((sale) => presentSale(sale, query.method, instruments));
  return {
    contractCurrency: account.baseCurrency,
    ...query,
    feesInCost: options.feesInCost,
    sales: rows,
    listedFrom: listed.length < sales.length ? (listed.at(-1)?.entry.day ?? null) : null,
    count: sales.length,
    totals: totalsOf(sales, query.method, instruments),
    openings: query.method === "fifo" ? openingsOf(rows) : [],
    closed: closed
      .toReversed()
      .slice(0, listedAtMost.sales)
      .map((one) => presentClosed(one, instruments)),
    reason: null,
  };
}

/** The same if the ledger is short; otherwise undefined. */
export async function getLightSales(db: Db, account: CustodyAccount, query: SalesQuery): Promise<Sales | undefined> {
  const head = await findHead(db, account);
  return (head?.entries ?? 0) <= lightEntries ? getSales(db, account, query) : undefined;
}

/** The newest sales, as many whole days as an answer may list. */
function newestDays(sales: readonly Sale[]): Sale[] {
  const listed: Sale[] = [];
  let lots = 0;
  for (const sale of sales.toReversed()) {
    const isFull = listed.length >= listedAtMost.sales || lots >= listedAtMost.lots;
    if (isFull && sale.entry.day !== listed.at(-1)?.entry.day) break;
    listed.push(sale);
    lots += sale.lots.length;
  }
  return listed;
}

const about = (id: number, instruments: Instruments) => {
  const { name = "", ticker = "", isin = null } = instruments.get(id) ?? {};
  return { instrumentId: id, name, ticker, isin };
};

const presentGap = (gap: LotGap, instrumentId: number, instruments: Instruments): Gap =>
  gap.code === "rateMissing"
    ? { code: gap.code, currency: gap.currency, day: gap.day }
    : { code: gap.code, instrumentId, name: about(instrumentId, instruments).name, day: gap.day };

/** Percent of the cost, two decimals; null if it is unknown or nothing was paid. */
function percentOf(gain: bigint | null, cost: bigint | null): string | null {
  if (gain === null || cost === null || cost <= 0n) return null;
  return new Decimal(fromUnits(gain)).times(100).div(fromUnits(cost)).toDecimalPlaces(2).toFixed();
}

function presentSale(sale: Sale, method: CostMethod, instruments: Instruments): SaleRow {
  const { entry, instrumentId, quantity } = sale;
  const cost = costBy(sale, method);
  const { gain, gaps } = gainBy(sale, method);
  const [proceeds, costs, gains] = [writeAmounts(sale.proceeds), writeAmounts(cost), writeAmounts(gain)];
  const units = fromUnits(quantity);
  const onAverage = { acquired: null, since: null, quantity: units, cost: costs.base, ownCost: costs.own };
  return {
    ...about(instrumentId, instruments),
    entryId: entry.id,
    kind: entry.kind,
    day: entry.day,
    quantity: units,
    proceeds: proceeds.base,
    cost: costs.base,
    gain: gains.base,
    gainPercent: percentOf(gain.base, cost.base),
    own: {
      currency: instruments.get(instrumentId)?.currency ?? entry.currency,
      proceeds: proceeds.own,
      cost: costs.own,
      gain: gains.own,
    },
    lots:
      method === "fifo"
        ? sale.lots.map(writeLot).map((lot) => ({ ...lot, cost: lot.cost.base, ownCost: lot.cost.own }))
        : quantity === 0n
          ? []
          : [onAverage],
    gaps: gaps.map((gap) => presentGap(gap, instrumentId, instruments)),
  };
}

function totalsOf(sales: readonly Sale[], method: CostMethod, instruments: Instruments): Sales["totals"] {
  const sum = (figures: readonly Amounts[]): bigint | null => figures.reduce(more, nothing).base;
  const costs = sales.map((sale) => costBy(sale, method));
  const results = sales.map((sale) => gainBy(sale, method));
  const proceeds = sum(sales.map((sale) => sale.proceeds));
  const cost = sum(costs);
  const gain = sum(results.map((result) => result.gain));
  const gaps = new Map<string, Gap>();
  for (const [index, result] of results.entries())
    for (const gap of result.gaps) {
      const shown = presentGap(gap, sales[index]?.instrumentId ?? 0, instruments);
      gaps.set(JSON.stringify(shown), shown);
    }
  return {
    proceeds: proceeds === null ? null : fromUnits(proceeds),
    cost: cost === null ? null : fromUnits(cost),
    gain: gain === null ? null : fromUnits(gain),
    gainPercent: percentOf(gain, cost),
    gaps: [...gaps.values()],
  };
}

/** Of each instrument the last day on which units of unknown day came that the sales consumed. */
function openingsOf(rows: readonly SaleRow[]): Sales["openings"] {
  const found = new Map<number, Sales["openings"][number]>();
  for (const { instrumentId, name, ticker, isin, lots } of rows)
    for (const { acquired, since } of lots) {
      if (acquired !== null || since === null || (found.get(instrumentId)?.since ?? "") >= since) continue;
      found.set(instrumentId, { instrumentId, name, ticker, isin, since });
    }
  return [...found.values()];
}

function presentClosed(closed: ClosedHolding, instruments: Instruments): Sales["closed"][number] {
  const { instrumentId, from, to, fifo, average } = closed;
  return {
    ...about(instrumentId, instruments),
    from,
    to,
    gain: { fifo: writeAmounts(fifo.gain).base, average: writeAmounts(average.gain).base },
    gaps: withGaps(fifo.gaps, average.gaps).map((gap) => presentGap(gap, instrumentId, instruments)),
  };
}
