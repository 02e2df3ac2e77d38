/** A holder's portfolio at the end of a day, as it was known at a time. */
import type { PortfolioAsOf } from "@portico/api/portfolio-as-of.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { LedgerState } from "@portico/ledger/state.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import {
  findInstrumentsKnown,
  findPricesOn,
  findRatesOn,
  findSplitsKnown,
  type QuotedPrice,
} from "../../market-data/knowledge.ts";
import {
  findFirstKnown,
  findFirstKnownDay,
  findKnowledge,
  type Knowledge,
  listExcludedKnown,
} from "../ledger/knowledge.queries.ts";
import { readKnownState } from "../ledger/known-state.ts";
import type { StoredHoldings } from "../valuation/portfolio.queries.ts";
import {
  choosePrices,
  type Owned,
  presentPortfolio,
  type ValuedPortfolio,
  valuePortfolio,
} from "../valuation/portfolio.ts";

/** A day, and an instant in ISO 8601. */
export interface AsOf {
  day: string;
  known: string;
}

const newestFirst = (one: QuotedPrice, other: QuotedPrice): number =>
  one.day === other.day ? other.id - one.id : one.day < other.day ? 1 : -1;

/** The holdings of the state with names, prices, rates and splits as they were known, as `findOwned` reads them now. */
async function readOwned(
  db: Db,
  account: CustodyAccount,
  { day, state, knowledge }: { day: string; state: LedgerState; knowledge: Knowledge },
): Promise<Owned> {
  const { market, baseCurrency } = knowledge;
  const ids = Object.keys(state.positions).map(Number);
  const instruments = await findInstrumentsKnown(db, ids, market);
  const held = ids.filter((id) => !new Decimal(state.positions[id]?.quantity ?? 0).isZero());
  const prices = Map.groupBy(await findPricesOn(db, held, [day], market), ({ instrumentId }) => instrumentId);
  const splits = Map.groupBy(await findSplitsKnown(db, ids, market), ({ instrumentId }) => instrumentId);
  const currencies = new Set([
    baseCurrency,
    ...instruments.map(({ currency }) => currency),
    ...[...prices.values()].flat().map(({ currency }) => currency),
    ...Object.keys(state.cash),
  ]);
  const positions = instruments.flatMap((instrument): StoredHoldings["positions"] => {
    const { id: instrumentId, ...facts } = instrument;
    const own = state.positions[instrumentId];
    if (!own) return [];
    const quotes = (prices.get(instrumentId) ?? []).toSorted(newestFirst);
    return [{ instrumentId, ...facts, state: own, prices: quotes, splits: splits.get(instrumentId) ?? [] }];
  });
  return choosePrices(
    {
      version: 0,
      state,
      replay: false,
      positions,
      cash: Object.entries(state.cash)
        .map(([currency, own]) => ({ currency, state: own }))
        .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
      rates: await findRatesOn(db, [...currencies], [day], market),
      excluded: await listExcludedKnown(db, account, { day, at: market.at }),
    },
    baseCurrency,
    day,
  );
}

/** Everything held at the end of a day with its exact figures, as it was known. */
export interface PastHoldings {
  valued: ValuedPortfolio;
  /** The currency in which the figures were. */
  baseCurrency: string;
  /** Day of the first entry that was known; null if none was. */
  firstDay: string | null;
}

/** To be called in a transaction with one snapshot. */
export async function readPastHoldings(db: Db, account: CustodyAccount, { day, known }: AsOf): Promise<PastHoldings> {
  const knowledge = await findKnowledge(db, account, known);
  const { baseCurrency } = knowledge;
  const state = await readKnownState(db, account, { day, knowledge });
  const owned = await readOwned(db, account, { day, state, knowledge });
  const firstDay = await findFirstKnownDay(db, account, knowledge.lastEntryId);
  return { valued: valuePortfolio(owned, { ...account, baseCurrency }, day), baseCurrency, firstDay };
}

/**
 * What `customer-portfolio` shows for the day, from what was known. Nothing is held before the first entry, and nothing was
 * known before the first import. To be called in a transaction with one snapshot.
 */
export async function readPastPortfolio(db: Db, account: CustodyAccount, { day, known }: AsOf): Promise<PortfolioAsOf> {
  const { valued, baseCurrency, firstDay } = await readPastHoldings(db, account, { day, known });
  return {
    ...presentPortfolio(valued, { ...account, baseCurrency }),
    version: known,
    known,
    firstDay,
    firstKnown: await findFirstKnown(db, account),
  };
}
