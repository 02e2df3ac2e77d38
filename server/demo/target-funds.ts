/** The demo's funds and ten years of their NAVs, generated from a seed: no fund here has ever existed. */
import type { FundContent } from "@portico/api/funds.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Day } from "@portico/ledger/entry.ts";
import { tradingDays } from "./calendar.ts";
import { seededRandom } from "./random.ts";

export const navSource = "demo data (generated)";
const manager = "Demo Asset Management (fictitious)";

interface Nature {
  /** Value on the first day. */
  start: number;
  /** Yearly growth without the market. */
  drift: number;
  /** How much it moves with shares, with bonds and with gold. */
  equity: number;
  bond: number;
  gold: number;
  /** Its own yearly volatility. */
  own: number;
}

interface DemoFund extends FundContent {
  key: string;
  /** Null: priced by the market data of the demo, where an instrument has its ISIN. */
  nature: Nature | null;
}

const fund = (
  key: string,
  isin: string,
  name: string,
  more: Pick<FundContent, "type" | "ongoing_costs" | "sri"> & Partial<FundContent>,
  nature: Nature | null,
): DemoFund => ({
  key,
  isin,
  name,
  manager,
  currency: "EUR",
  legal_form: "ucits",
  venue: "",
  distribution: "accumulating",
  ...more,
  nature,
});

const etf = { legal_form: "etf", venue: "Xetra" } as const;
const calm = { equity: 0, bond: 0, gold: 0 };

/** ISINs of the country code ZZ, which no country has. The last three are priced by the demo's market data. */
export const demoFunds: readonly DemoFund[] = [
  fund(
    "cash",
    "ZZ0000000016",
    "Demo Euro Money Market",
    { type: "moneyMarket", ongoing_costs: "0.10", sri: 1 },
    { start: 100, drift: 0.014, ...calm, own: 0.001 },
  ),
  fund(
    "short",
    "ZZ0000000024",
    "Demo Euro Short Bonds",
    { type: "bond", ongoing_costs: "0.18", sri: 2 },
    { start: 50, drift: 0.008, ...calm, bond: 0.35, own: 0.004 },
  ),
  fund(
    "government",
    "ZZ0000000032",
    "Demo Euro Government Bonds",
    { type: "bond", ongoing_costs: "0.15", sri: 3 },
    { start: 120, drift: 0.004, ...calm, bond: 1.1, own: 0.008 },
  ),
  fund(
    "corporate",
    "ZZ0000000040",
    "Demo Euro Corporate Bonds",
    { type: "bond", ongoing_costs: "0.25", sri: 3, distribution: "distributing" },
    { start: 80, drift: 0.01, equity: 0.08, bond: 0.8, gold: 0, own: 0.01 },
  ),
  fund(
    "europe",
    "ZZ0000000057",
    "Demo European Shares",
    { type: "equity", ongoing_costs: "0.20", sri: 5 },
    { start: 25, drift: 0.055, equity: 0.95, bond: 0, gold: 0, own: 0.05 },
  ),
  fund(
    "america",
    "ZZ0000000065",
    "Demo American Shares",
    { type: "equity", ongoing_costs: "0.12", sri: 5, currency: "USD" },
    { start: 40, drift: 0.1, equity: 1.05, bond: 0, gold: 0, own: 0.05 },
  ),
  fund(
    "emerging",
    "ZZ0000000073",
    "Demo Emerging Markets",
    { type: "equity", ongoing_costs: "0.40", sri: 6, currency: "USD" },
    { start: 18, drift: 0.04, equity: 0.9, bond: 0, gold: 0.05, own: 0.1 },
  ),
  fund(
    "technology",
    "ZZ0000000081",
    "Demo Technology Shares",
    { type: "equity", ongoing_costs: "0.55", sri: 6 },
    { start: 12, drift: 0.13, equity: 1.3, bond: 0, gold: 0, own: 0.1 },
  ),
  fund(
    "property",
    "ZZ0000000099",
    "Demo Real Estate",
    { type: "realEstate", ongoing_costs: "0.60", sri: 5, distribution: "distributing", legal_form: "aif" },
    { start: 60, drift: 0.025, equity: 0.6, bond: 0.5, gold: 0, own: 0.06 },
  ),
  fund(
    "world",
    "IE00BK5BQT80",
    "Vanguard FTSE All-World UCITS ETF",
    { type: "equity", ongoing_costs: "0.22", sri: 5, manager: "Vanguard", ...etf },
    null,
  ),
  fund(
    "aggregate",
    "IE00BDBRDM35",
    "iShares Core Global Aggregate Bond UCITS ETF",
    { type: "bond", ongoing_costs: "0.10", sri: 3, manager: "BlackRock", ...etf },
    null,
  ),
  fund(
    "gold",
    "IE00B4ND3602",
    "iShares Physical Gold ETC",
    {
      type: "commodity",
      ongoing_costs: "0.12",
      sri: 4,
      manager: "BlackRock",
      currency: "GBP",
      legal_form: "other",
      venue: "London",
    },
    null,
  ),
];

/** Spans in which shares or bonds moved in one direction, in percent over the whole span. */
const spans: readonly { from: Day; to: Day; equity: number; bond: number; gold: number }[] = [
  { from: "2018-10-01", to: "2018-12-24", equity: -17, bond: 1, gold: 4 },
  { from: "2020-02-20", to: "2020-03-23", equity: -35, bond: -4, gold: -3 },
  { from: "2020-03-24", to: "2020-08-31", equity: 34, bond: 4, gold: 18 },
  { from: "2022-01-03", to: "2022-10-12", equity: -22, bond: -19, gold: -5 },
  { from: "2025-03-03", to: "2025-04-08", equity: -15, bond: 1, gold: 5 },
];
const yearDays = 260;

interface Factors {
  equity: number;
  bond: number;
  gold: number;
}

/** What the markets did each day, as logarithms; nervous days follow nervous days. */
function factorsOf(days: readonly Day[]): Factors[] {
  const random = seededRandom(4401);
  let nerves = 1;
  const lengths = spans.map(({ from, to }) => Math.max(1, [...tradingDays(from, to)].length));
  return days.map((day) => {
    const spanAt = spans.findIndex(({ from, to }) => day >= from && day <= to);
    const span = spans[spanAt];
    nerves = Math.min(
      3,
      Math.max(0.6, 0.97 * nerves + 0.03 + 0.09 * random.normal() + (span && span.equity < 0 ? 0.05 : 0)),
    );
    const pull = (percent: number) => (span ? Math.log1p(percent / 100) / (lengths[spanAt] ?? 1) : 0);
    return {
      equity: pull(span?.equity ?? 0) + 0.0065 * nerves * random.normal(),
      bond: pull(span?.bond ?? 0) + 0.0022 * random.normal(),
      gold: pull(span?.gold ?? 0) + 0.008 * random.normal(),
    };
  });
}

export interface DemoNav {
  key: string;
  day: Day;
  value: string;
}

/** Daily NAVs of the last ten years of each fund that no market data prices. */
export function demoNavs(today: Day): DemoNav[] {
  const days = [...tradingDays(addDays(today, -3_780), addDays(today, -1))];
  const factors = factorsOf(days);
  return demoFunds.flatMap(({ key, nature }, place) => {
    if (!nature) return [];
    const random = seededRandom(4410 + place);
    let value = nature.start;
    return days.map((day, at) => {
      const { equity, bond, gold } = factors[at] ?? { equity: 0, bond: 0, gold: 0 };
      const moved = nature.equity * equity + nature.bond * bond + nature.gold * gold;
      value *= Math.exp(nature.drift / yearDays + moved + (nature.own / Math.sqrt(yearDays)) * random.normal());
      return { key, day, value: value.toFixed(4) };
    });
  });
}
