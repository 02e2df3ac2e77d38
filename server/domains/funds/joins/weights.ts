/** Target and actual weights of what a holder joined, from what was bought for it of the ISINs of its funds. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { DefinitionContent, funds } from "@portico/api/funds.ts";
import { dayIn } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "decimal.js";
import type { Context } from "../../../kernel/context.ts";
import { listVersions } from "../../content/versions/versions.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { loadSeriesOn, type MarketSeries } from "../../market-data/series.ts";
import { findEntriesAbout, getHoldings } from "../../portfolios/ledger/holdings.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { getLabelLookup, keyOf } from "../definitions/public.ts";
import { type FundRecord, findFunds } from "../funds.queries.ts";
import type { JoinRecord } from "./joins.queries.ts";
import { type Plan, unitsOfPlans } from "./units.ts";

type Weight = Answer<typeof funds.listJoins>["joins"][number]["weights"][number];
type Line = DefinitionContent["allocation"][number];

interface Holding {
  instrumentId: number;
  currency: string;
  isin: string | null;
}
/** Units that belong to the plan. */
interface Held extends Holding {
  quantity: string;
}
interface Market {
  series: MarketSeries;
  today: string;
}

/** The content that a definition has or had last, whether it is still offered or not. */
async function findContent({ db }: Context, id: number): Promise<DefinitionContent | undefined> {
  const versions = await listVersions<DefinitionContent>(db, keyOf(id));
  return (
    versions.find(({ state }) => state === "published") ?? versions.find(({ published_at }) => published_at !== null)
  )?.data;
}

/** What is held of a line, in the definition's currency: 0 for nothing, null without a price or rate. */
function calculateValue(
  holding: Held | undefined,
  fund: FundRecord | undefined,
  into: string,
  { series, today }: Market,
): Decimal | null {
  if (!holding || holding.quantity === "0") return new Decimal(0);
  const quoted = series.price(holding.instrumentId, today, into);
  const price = quoted?.value ?? fund?.nav_value ?? undefined;
  const rate = series.rate(quoted?.currency ?? holding.currency, into, today)?.value;
  return price === undefined || rate === undefined ? null : new Decimal(holding.quantity).times(price).times(rate);
}

/** What is held of a line: by the fund's ISIN, or the named instrument. */
const holdingOf = (row: Line, holdings: readonly Holding[], held: ReadonlyMap<number, FundRecord>) => {
  const fund = held.get(row.fund_id ?? 0);
  return holdings.find(({ isin, instrumentId }) => (fund ? isin === fund.isin : instrumentId === row.instrument_id));
};

/** How much of a purchase of each line is for the plan, where several plans have the line: the amount by the line's weight. */
function planOf(join: JoinRecord, since: string, { content, held }: Offered, holdings: readonly Holding[]): Plan {
  const shares = content.allocation.flatMap((row): [number, Decimal][] => {
    const holding = holdingOf(row, holdings, held);
    return holding ? [[holding.instrumentId, new Decimal(join.amount).times(row.percent)]] : [];
  });
  return { id: join.id, since, shares: new Map(shares) };
}

interface Offered {
  content: DefinitionContent;
  held: ReadonlyMap<number, FundRecord>;
}

async function findOffered(context: Context, definitionId: number): Promise<Offered | undefined> {
  const content = await findContent(context, definitionId);
  if (!content) return undefined;
  const ids = content.allocation.flatMap(({ fund_id }) => fund_id ?? []);
  return { content, held: new Map((await findFunds(context.db, ids)).map((one) => [one.id, one])) };
}

/** Weights by definition: of what was bought for each since the holder asked to join it. */
export async function readWeights(
  context: Context,
  holder: Holder,
  joins: readonly JoinRecord[],
): Promise<Map<number, Weight[]>> {
  const { db } = context;
  if (joins.length === 0) return new Map();
  const { positions } = await getHoldings(db, holder);
  const instruments = await getInstruments(db, [...positions.keys()]);
  const holdings = [...instruments.values()].map(({ id, currency, isin }) => ({ instrumentId: id, currency, isin }));
  const { today, timeZone } = await firmDay(db, context.now());
  const offered: (Offered & { join: JoinRecord })[] = [];
  for (const join of joins) {
    const found = await findOffered(context, join.definition_id);
    if (found) offered.push({ join, ...found });
  }
  const plans = offered.map((one) => planOf(one.join, dayIn(timeZone, one.join.asked_at), one, holdings));
  const instrumentIds = [...new Set(plans.flatMap(({ shares }) => [...shares.keys()]))];
  const units = unitsOfPlans(await findEntriesAbout(db, holder, { instrumentIds, to: today }), plans);
  const weights = new Map<number, Weight[]>();
  for (const { join, content, held } of offered) {
    const currencies = [...new Set([...holdings.map(({ currency }) => currency), content.currency])];
    const series = await loadSeriesOn(db, { instrumentIds, currencies, days: [today] });
    const own = holdings.map((one) => ({
      ...one,
      quantity: units.get(join.id)?.get(one.instrumentId)?.toFixed() ?? "0",
    }));
    const labelOf = await getLabelLookup(db, content);
    weights.set(
      join.definition_id,
      calculateWeights({ content, held }, { holdings: own, labelOf, market: { series, today } }),
    );
  }
  return weights;
}

function calculateWeights(
  { content, held }: Offered,
  {
    holdings,
    labelOf,
    market,
  }: { holdings: readonly Held[]; labelOf: Awaited<ReturnType<typeof getLabelLookup>>; market: Market },
): Weight[] {
  const lines = content.allocation.map((row) => {
    const fund = held.get(row.fund_id ?? 0);
    const found = holdingOf(row, holdings, held);
    const holding = holdings.find(({ instrumentId }) => instrumentId === found?.instrumentId);
    const isNamed = row.fund_id !== null || row.instrument_id !== null;
    const value = isNamed ? calculateValue(holding, fund, content.currency, market) : null;
    return { row, isin: fund?.isin ?? holding?.isin ?? null, value };
  });
  const total = lines.some(({ value }) => value === null)
    ? null
    : lines.reduce((sum, { value }) => sum.plus(value ?? 0), new Decimal(0));
  return lines.map(({ row, isin, value }) => ({
    ...named(row),
    label: labelOf(row),
    isin,
    target: row.percent,
    actual:
      total === null || total.isZero() || value === null
        ? null
        : value.div(total).times(100).toDecimalPlaces(2).toFixed(),
    value: value?.toDecimalPlaces(2).toFixed() ?? null,
  }));
}

const named = ({ fund_id, instrument_id, asset_class }: Line) => ({ fund_id, instrument_id, asset_class });
