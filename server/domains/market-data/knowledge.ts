/** What the market's data were known to be at a time, for other domains. */
export {
  findInstrumentsKnown,
  findKnownMarket,
  findSplitsKnown,
  type KnownMarket,
  readKnowledgeNow,
} from "./knowledge.queries.ts";
export { findPricesOn, findRatesOn, findReferenceRates, type QuotedPrice } from "./quotes.queries.ts";
