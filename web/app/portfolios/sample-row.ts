/** A holding for tests of the portfolio's parts. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";

export const sampleRow = (change: Partial<InstrumentRow> = {}): InstrumentRow => ({
  key: "1",
  instrumentId: 1,
  name: "Acme",
  ticker: "ACM",
  isin: null,
  type: 1,
  instrumentCurrency: "EUR",
  fixing: 1,
  fixingQuote: null,
  ownedShares: 1,
  avgBuyPrice: 10,
  currentPrice: 12,
  priceQuote: null,
  currentPriceInCtrCurrency: 12,
  totalInvested: 10,
  currentValue: 12,
  returnVal: 2,
  returnPercent: 20,
  returnFromCurrency: 0,
  realisedGain: 0,
  income: 0,
  fees: 0,
  gaps: [],
  ...change,
});
