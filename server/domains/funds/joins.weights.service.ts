/** Target and actual weights of what a holder joined, from the portfolio's holdings with the ISINs of the funds. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { DefinitionContent, funds } from "@portico/api/funds.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "decimal.js";
import type { Context } from "../../kernel/context.ts";
import { listVersions } from "../content/content.versions.service.ts";
import { loadSeriesOn, type MarketSeries } from "../market-data/market-data.series.service.ts";
import { getInstruments } from "../market-data/market-data.service.ts";
import { getHoldings } from "../portfolios/ledger/holdings.service.ts";
import { firmDay } from "../settings/settings.firm-day.service.ts";
import { getLabelLookup, keyOf } from "./definitions.public.service.ts";
import { type FundRecord, findFunds } from "./funds.queries.ts";

type Weight = Answer<typeof funds.listJoins>["joins"][number]["weights"][number];
type Line = DefinitionContent["allocation"][number];

interface Holding {
  quantity: string;
  instrumentId: number;
  currency: string;
  isin: string | null;
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
  holding: Holding | undefined,
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

/** Weights by definition. A fund that several joined definitions hold counts in each of them. */
export async function readWeights(
  context: Context,
  holder: Holder,
  definitionIds: readonly number[],
): Promise<Map<number, Weight[]>> {
  const { db } = context;
  if (definitionIds.length === 0) return new Map();
  const { positions } = await getHoldings(db, holder);
  const instruments = await getInstruments(db, [...positions.keys()]);
  const holdings = [...instruments.values()].map(
    ({ id, currency, isin }): Holding => ({
      quantity: positions.get(id) ?? "0",
      instrumentId: id,
      currency,
      isin,
    }),
  );
  const { today } = await firmDay(db, context.now());
  const weights = new Map<number, Weight[]>();
  for (const id of definitionIds) {
    const content = await findContent(context, id);
    if (!content) continue;
    const currencies = [...new Set([...holdings.map(({ currency }) => currency), content.currency])];
    const series = await loadSeriesOn(db, {
      instrumentIds: holdings.map((one) => one.instrumentId),
      currencies,
      days: [today],
    });
    weights.set(id, await calculateWeights(context, content, { holdings, market: { series, today } }));
  }
  return weights;
}

async function calculateWeights(
  { db }: Context,
  content: DefinitionContent,
  { holdings, market }: { holdings: readonly Holding[]; market: Market },
): Promise<Weight[]> {
  const labelOf = await getLabelLookup(db, content);
  const held = new Map(
    (
      await findFunds(
        db,
        content.allocation.flatMap(({ fund_id }) => fund_id ?? []),
      )
    ).map((one) => [one.id, one]),
  );
  const lines = content.allocation.map((row) => {
    const fund = held.get(row.fund_id ?? 0);
    const holding = holdings.find(({ isin, instrumentId }) =>
      fund ? isin === fund.isin : instrumentId === row.instrument_id,
    );
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

const named = ({ fund_id, instrument_id }: Line) => ({ fund_id, instrument_id });
