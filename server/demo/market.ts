/**
 * The demo's market: real monthly prices of five shares (2000–2010, vega-datasets) and one day's real FX rates
 * (currency-api); everything else is generated from a seed and has a source that says so.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Sector } from "@portico/api/rules/instruments.ts";
import type { Day } from "@portico/ledger/entry.ts";
import { tradingDays } from "./calendar.ts";
import { seededRandom } from "./random.ts";

const generatedSource = "demo data (generated)";
const realPriceSource = "vega-datasets";
const realRateSource = "currency-api";

interface DemoInstrument {
  ticker: string;
  isin: string;
  name: string;
  currency: string;
  assetClass: "equity" | "fund" | "bond" | "commodity";
  country: string;
  /** Null: not known, as of most instruments whose file says nothing. */
  sector: Sector | null;
  /** Price on the first generated day if no real one precedes it. */
  start: number;
  /** Yearly drift and volatility of the generated prices. */
  drift: number;
  volatility: number;
}

/** Well-known instruments; the generated prices are not their real prices. */
export const demoInstruments: readonly DemoInstrument[] = [
  {
    ticker: "VWCE",
    isin: "IE00BK5BQT80",
    name: "Vanguard FTSE All-World UCITS ETF",
    currency: "EUR",
    assetClass: "fund",
    country: "IE",
    sector: "diversified",
    start: 52,
    drift: 0.085,
    volatility: 0.15,
  },
  {
    ticker: "EUNA",
    isin: "IE00BDBRDM35",
    name: "iShares Core Global Aggregate Bond UCITS ETF",
    currency: "EUR",
    assetClass: "bond",
    country: "IE",
    sector: null,
    start: 4.95,
    drift: 0.012,
    volatility: 0.04,
  },
  {
    ticker: "SGLN",
    isin: "IE00B4ND3602",
    name: "iShares Physical Gold ETC",
    currency: "GBP",
    assetClass: "commodity",
    country: "IE",
    sector: null,
    start: 18.4,
    drift: 0.07,
    volatility: 0.14,
  },
  {
    ticker: "AAPL",
    isin: "US0378331005",
    name: "Apple Inc.",
    currency: "USD",
    assetClass: "equity",
    country: "US",
    sector: "technology",
    start: 0,
    drift: 0.12,
    volatility: 0.27,
  },
  {
    ticker: "MSFT",
    isin: "US5949181045",
    name: "Microsoft Corporation",
    currency: "USD",
    assetClass: "equity",
    country: "US",
    sector: "technology",
    start: 0,
    drift: 0.12,
    volatility: 0.24,
  },
  {
    ticker: "AMZN",
    isin: "US0231351067",
    name: "Amazon.com Inc.",
    currency: "USD",
    assetClass: "equity",
    country: "US",
    sector: "consumerGoods",
    start: 0,
    drift: 0.1,
    volatility: 0.3,
  },
  {
    ticker: "IBM",
    isin: "US4592001014",
    name: "International Business Machines",
    currency: "USD",
    assetClass: "equity",
    country: "US",
    sector: "technology",
    start: 0,
    drift: 0.03,
    volatility: 0.2,
  },
  {
    ticker: "NESN",
    isin: "CH0038863350",
    name: "Nestlé S.A.",
    currency: "CHF",
    assetClass: "equity",
    country: "CH",
    sector: "everydayGoods",
    start: 73,
    drift: 0.03,
    volatility: 0.15,
  },
  {
    ticker: "ASML",
    isin: "NL0010273215",
    name: "ASML Holding N.V.",
    currency: "EUR",
    assetClass: "equity",
    country: "NL",
    sector: "technology",
    start: 82,
    drift: 0.17,
    volatility: 0.33,
  },
  {
    ticker: "PKO",
    isin: "PLPKO0000016",
    name: "PKO Bank Polski S.A.",
    currency: "PLN",
    assetClass: "equity",
    country: "PL",
    sector: "finance",
    start: 26,
    drift: 0.06,
    volatility: 0.28,
  },
  {
    ticker: "7203",
    isin: "JP3633400001",
    name: "Toyota Motor Corporation",
    currency: "JPY",
    assetClass: "equity",
    country: "JP",
    sector: "consumerGoods",
    start: 1180,
    drift: 0.07,
    volatility: 0.22,
  },
  {
    ticker: "VOLV-B",
    isin: "SE0000115446",
    name: "Volvo AB B",
    currency: "SEK",
    assetClass: "equity",
    country: "SE",
    sector: "industry",
    start: 92,
    drift: 0.09,
    volatility: 0.25,
  },
];

/** Currencies with daily rates in the demo, with their approximate yearly volatility against the euro. */
const currencies: Record<string, number> = {
  USD: 0.075,
  GBP: 0.07,
  CHF: 0.06,
  PLN: 0.06,
  JPY: 0.09,
  SEK: 0.06,
  CAD: 0.07,
  CZK: 0.04,
  DKK: 0.002,
  NOK: 0.08,
  HUF: 0.07,
  RON: 0.02,
  AUD: 0.08,
};
export const demoCurrencies: readonly string[] = Object.keys(currencies);

export interface PricePoint {
  ticker: string;
  day: Day;
  value: string;
  source: string;
}
/** Units of the currency per one euro. */
export interface RatePoint {
  currency: string;
  day: Day;
  perEuro: string;
  source: string;
}

interface RealMarket {
  /** By ticker, by month, oldest first. */
  prices: Record<string, [day: Day, price: string][]>;
  rates: { day: Day; perEuro: Record<string, number> };
}

/** Data that market.generate.ts took from the two sources. */
const readRealMarket = async (): Promise<RealMarket> =>
  JSON.parse(await readFile(join(import.meta.dirname, "market.generated.json"), "utf8")) as RealMarket;

/** Daily prices of every instrument up to `today`: the real months first, then generated trading days. */
export async function demoPrices(today: Day): Promise<PricePoint[]> {
  const { prices } = await readRealMarket();
  return demoInstruments.flatMap((instrument, index) => {
    const random = seededRandom(1000 + index);
    const { ticker } = instrument;
    const known = (prices[ticker] ?? []).map(([day, value]) => ({ ticker, day, value, source: realPriceSource }));
    const last = known.at(-1);
    let value = last ? Number(last.value) : instrument.start;
    // The demo's clients need daily prices for a little over ten years.
    const from = addDays(today, -3_780);
    if (last) value *= Math.exp(instrument.drift * 0.5 * ((Date.parse(from) - Date.parse(last.day)) / 31_557_600_000));
    const points: PricePoint[] = [...known];
    for (const day of tradingDays(from, today)) {
      const step = instrument.drift / 260 - instrument.volatility ** 2 / 520;
      value *= Math.exp(step + (instrument.volatility / Math.sqrt(260)) * random.normal());
      points.push({
        ticker: instrument.ticker,
        day,
        value: value.toFixed(value < 10 ? 4 : 2),
        source: generatedSource,
      });
    }
    return points;
  });
}

/** Daily rates per euro up to `today`: generated backwards from the newest real ones, so that there is no jump. */
export async function demoRates(today: Day): Promise<RatePoint[]> {
  const { rates } = await readRealMarket();
  const days = [...tradingDays(addDays(today, -3_780), today)].toReversed();
  return Object.entries(currencies).flatMap(([currency, volatility], index) => {
    const random = seededRandom(2000 + index);
    const newest = rates.perEuro[currency];
    if (newest === undefined) throw new Error(`no real rate of ${currency} in the demo's source`);
    const realDay = rates.day < today ? rates.day : today;
    const points: RatePoint[] = [{ currency, day: realDay, perEuro: String(newest), source: realRateSource }];
    let value = newest;
    for (const day of days) {
      if (day !== realDay) points.push({ currency, day, perEuro: value.toFixed(6), source: generatedSource });
      value *= Math.exp((volatility / Math.sqrt(260)) * random.normal());
    }
    return points;
  });
}
