/** The review of a portfolio: the figures of its pages, as they were known. */
import type { Attribution } from "@portico/api/portfolio-attribution.ts";
import type { Results } from "@portico/api/portfolio-results.ts";
import type { PeriodReturn } from "@portico/api/portfolio-risk.ts";
import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { digitsOf } from "@portico/api/rules/written-figures.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Bridge, roundBridge } from "@portico/ledger/bridge.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { roundToTotal } from "@portico/ledger/shared-rounding.ts";
import { yearlyPercent } from "@portico/ledger/time-weighted.ts";
import type { ReportGap } from "@portico/reports/data.ts";
import {
  type AllocationPart,
  type Announced,
  type AttributionData,
  type Contribution,
  type PeriodData,
  type ReviewData,
  reviewData,
  reviewTemplate,
} from "@portico/reports/review.ts";
import type { Context } from "../../../kernel/context.ts";
import { readHolderRow } from "../../../kernel/holder-row.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { readPastHoldings } from "../../portfolios/as-of/as-of.ts";
import { type KnownFigures, readKnownFigures } from "../../portfolios/as-of/known-figures.ts";
import { describeDefinition, readDefinitions } from "../../portfolios/benchmarks/definitions.ts";
import { type KnownBenchmark, withKnownValues } from "../../portfolios/benchmarks/known-benchmarks.ts";
import { percent } from "../../portfolios/figures.ts";
import { presentSums } from "../../portfolios/income/in-contract.ts";
import { sumIncome } from "../../portfolios/income/received.ts";
import { moneyWeighted, timeWeighted } from "../../portfolios/performance/performance.ts";
import { custodyWithBenchmarks, listOfferedIds, readFromCustodian } from "../../portfolios/portfolios.ts";
import { isHeld, type ValuedHolding } from "../../portfolios/valuation/portfolio.ts";
import { getSetting } from "../../settings/settings.ts";
import type { AskedReport, KindOfReport } from "./kind.ts";

/** What has no knowledge time, as it was when the review was asked for. */
interface ReviewGiven {
  /** The nearest that is offered to the holder, as on the pages; null without any. */
  benchmark: KnownBenchmark | null;
  riskFree: { name: string; percent: string };
  announced: Announced[];
}

/** Two decimals, as the pages have percentages. */
const figure = (value: number | null): string | null => (value === null ? null : new Decimal(value).toFixed(2));
const known = (value: number): string => new Decimal(value).toFixed(2);

async function findBenchmark(context: Context, holder: Holder): Promise<KnownBenchmark | null> {
  const row = await readHolderRow(context.db, custodyWithBenchmarks, holder);
  const [nearest] = listOfferedIds(context, { holder, row });
  const definitions = nearest === undefined ? [] : await readDefinitions(context.db, [nearest]);
  const [known] = await withKnownValues(context.db, definitions);
  return known ?? null;
}

async function findAnnounced(context: Context, holder: Holder): Promise<Announced[]> {
  const { announced } = await readFromCustodian(context, holder, (custodian, account) =>
    custodian.getExpectedIncome(account),
  );
  return announced.flatMap(({ state, name, isin, exDay, payDay, quantity, currency, gross, tax }) =>
    state === "announced" || state === "due"
      ? [{ name: name ?? currency, isin, state, exDay, payDay, quantity, currency, gross, tax }]
      : [],
  );
}

const attributionData = ({ from, to, parts, total, reason, ...found }: Attribution): AttributionData => {
  const effects = ({ allocation, selection, interaction, total: sum }: NonNullable<Attribution["total"]>) => ({
    allocation: known(allocation),
    selection: known(selection),
    interaction: known(interaction),
    total: known(sum),
  });
  return {
    from,
    to,
    return: figure(found.return),
    benchmarkReturn: figure(found.benchmarkReturn),
    excess: figure(found.excess),
    parts: parts.map(({ key, weight, benchmarkWeight, ...own }) => ({
      key,
      weight: known(weight),
      benchmarkWeight: known(benchmarkWeight),
      ...effects(own),
    })),
    total: total && effects(total),
    reason,
  };
};

const periodData = ({ from, to, isPartial, percent: own, benchmark, excess }: PeriodReturn): PeriodData => ({
  from,
  to,
  isPartial,
  percent: figure(own),
  benchmark: figure(benchmark),
  excess: figure(excess),
});

const contributionData = ({
  name,
  isin,
  isClosed,
  returnPercent,
  contribution,
  ...sums
}: Results["holdings"][number]): Contribution => ({
  name,
  isin,
  isClosed,
  priceGain: sums.priceGain,
  currencyGain: sums.currencyGain,
  income: sums.income,
  fees: sums.fees,
  tax: sums.tax,
  total: sums.total,
  returnPercent: figure(returnPercent),
  contribution: figure(contribution),
});

/** The return from the close before the first day that the portfolio has. */
async function benchmarkData(
  figures: KnownFigures,
  benchmark: KnownBenchmark | null,
): Promise<ReviewData["benchmark"]> {
  const [first, last] = [figures.days.rows[0]?.day, figures.days.rows.at(-1)?.day];
  if (!benchmark || first === undefined || last === undefined) return null;
  const before = addDays(first, -1);
  const index = await figures.index(benchmark, { before, to: last });
  const start = index?.start;
  const [begin, end] = [start === undefined ? undefined : index?.worthOn(start), index?.worthOn(last)];
  const whole = begin && end ? end.div(begin).minus(1).times(100) : null;
  const yearly = whole && start !== undefined ? yearlyPercent(whole.toNumber(), daysBetween(start, last)) : null;
  const own = timeWeighted(figures.days);
  const shown = whole === null ? null : percent(whole);
  const from = start === undefined || start === before ? null : start;
  const { name, currency, return_kind: returnKind } = describeDefinition(benchmark.definition);
  return {
    name,
    currency,
    returnKind,
    return: figure(shown),
    yearly: yearly === null ? null : known(percent(yearly)),
    from,
    excess:
      shown === null || from !== null || !own || !("percent" in own)
        ? null
        : new Decimal(percent(own.percent)).minus(shown).toFixed(2),
  };
}

/** Parts of the value at the end, the largest first. */
function allocationOf(
  holdings: readonly ValuedHolding[],
  currency: string,
  keyOf: (holding: ValuedHolding) => string,
): AllocationPart[] {
  const digits = digitsOf(currency);
  const parts = [...Map.groupBy(holdings, keyOf)].map(([key, own]) => ({
    key,
    // As shown: the holdings' values to the cent.
    value: own.reduce<Decimal | null>(
      (sum, { value: { value } }) =>
        sum === null || value === null ? null : sum.plus(new Decimal(value).toDecimalPlaces(digits)),
      new Decimal(0),
    ),
  }));
  const values = parts.flatMap(({ value }) => (value === null ? [] : [value]));
  const whole = values.reduce((sum, value) => sum.plus(value), new Decimal(0));
  const weights =
    values.length === parts.length && whole.gt(0)
      ? roundToTotal(
          values.map((value) => value.times(100).div(whole)),
          new Decimal(100),
          2,
        )
      : undefined;
  return parts
    .map(({ key, value }, place) => ({ key, value, weight: weights?.[place]?.toFixed(2) ?? null }))
    .toSorted(
      (one, other) => (other.value ?? new Decimal(0)).comparedTo(one.value ?? 0) || (one.key < other.key ? -1 : 1),
    )
    .map(({ key, value, weight }) => ({ key, value: value?.toFixed(digits) ?? null, weight }));
}

async function allocationData(trx: Trx, { account, period, knownAt }: AskedReport): Promise<ReviewData["allocation"]> {
  const { valued, baseCurrency } = await readPastHoldings(trx, account, { day: period.to, known: knownAt });
  const held = valued.holdings.filter(isHeld);
  const by = (keyOf: (holding: ValuedHolding) => string) => allocationOf(held, baseCurrency, keyOf);
  return {
    class: by(({ position }) => position?.assetClass ?? "cash"),
    currency: by(({ currency }) => currency),
    country: by(({ position }) => (position ? (position.country ?? "unknown") : "cash")),
  };
}

async function incomeData(figures: KnownFigures): Promise<{ income: ReviewData["income"]; gaps: ReportGap[] }> {
  const digits = digitsOf(figures.currency);
  const { lines, converter } = await figures.income();
  const { whole, holdings } = sumIncome(lines, converter, digits);
  return {
    income: {
      total: presentSums(whole, digits),
      holdings: holdings
        .map(({ key, payments, sums, lines: [line] }) => {
          const instrument = line?.instrumentId === undefined ? undefined : figures.instruments.get(line.instrumentId);
          return { name: instrument?.name ?? key, isin: instrument?.isin ?? null, payments, ...sums };
        })
        .toSorted(
          (one, other) => Number(other.gross ?? 0) - Number(one.gross ?? 0) || (one.name < other.name ? -1 : 1),
        ),
    },
    gaps: converter.gaps().map(({ instrumentId: _id, ...gap }) => gap),
  };
}

const shownBridge = (bridge: Bridge | null, currency: string): Bridge | null =>
  bridge && roundBridge(bridge, digitsOf(currency));

async function makeReview(trx: Trx, asked: AskedReport) {
  const { account, period, knownAt, given } = asked;
  const { benchmark, riskFree, announced } = asked.own as ReviewGiven;
  const figures = await readKnownFigures(trx, account, { ...period, known: knownAt });
  if (!figures) return undefined;
  const { days, currency } = figures;
  const [ofTime, ofMoney] = [timeWeighted(days), moneyWeighted(days)];
  const risk = await figures.risk({ ...riskFree, percent: Number(riskFree.percent) });
  const results = await figures.results();
  const { income, gaps } = await incomeData(figures);
  const offered = benchmark ?? undefined;
  const months = await figures.months(offered);
  const compared = await benchmarkData(figures, benchmark);
  const yearly = ofTime && "percent" in ofTime ? yearlyPercent(ofTime.percent, days.rows.length) : null;
  const {
    name: _name,
    isin: _isin,
    isClosed: _closed,
    ...contributionTotal
  } = contributionData({
    ...results.total,
    contribution: results.total.returnPercent,
    name: "",
    isin: null,
    isClosed: false,
  } as Results["holdings"][number]);
  return reviewData({
    given,
    period,
    currency,
    bridge: shownBridge(days.bridge, currency),
    returns: {
      timeWeighted: ofTime && "percent" in ofTime ? known(percent(ofTime.percent)) : null,
      timeWeightedYearly: yearly === null ? null : known(percent(yearly)),
      timeWeightedReason: ofTime === null ? "gaps" : "reason" in ofTime ? ofTime.reason : null,
      moneyWeighted: ofMoney && "rate" in ofMoney ? known(percent(new Decimal(ofMoney.rate).times(100))) : null,
      moneyWeightedReason: ofMoney === null ? "gaps" : "reason" in ofMoney ? ofMoney.reason : null,
    },
    benchmark: compared,
    risk: {
      volatility: figure(risk.volatility),
      sharpe: figure(risk.sharpe),
      worstFall: risk.worstFall && { ...risk.worstFall, percent: known(risk.worstFall.percent) },
      days: risk.days,
      basis: risk.basis,
      months: risk.months,
      reason: risk.reason,
      riskFree,
    },
    attribution: {
      class: attributionData(await figures.attribution("class", offered)),
      currency: attributionData(await figures.attribution("currency", offered)),
    },
    years: months.years.map(({ year, months: own, ...whole }) => ({
      year,
      ...periodData(whole),
      months: own.map((month) => month && periodData(month)),
    })),
    contributions: results.holdings.map(contributionData),
    contributionTotal,
    allocation: await allocationData(trx, asked),
    income,
    announced,
    gaps: [
      ...days.gaps
        .filter((gap) => !isDoubt(gap) || gap.day === period.to)
        .map(({ instrumentId: _id, ...gap }): ReportGap => gap),
      ...gaps.filter(({ code }) => code === "rateMissing"),
      ...(ofTime === null ? [{ code: "daysIncomplete" }] : []),
      ...(compared && compared.return === null ? [{ code: "benchmarkUnknown" }] : []),
    ],
  });
}

export const review: KindOfReport = {
  template: reviewTemplate,
  async readGiven(context, holder): Promise<ReviewGiven> {
    const { name, percent: rate } = await getSetting(context.db, "riskFreeRate");
    return {
      benchmark: await findBenchmark(context, holder),
      riskFree: { name, percent: new Decimal(rate).toFixed() },
      announced: await findAnnounced(context, holder),
    };
  },
  async make(trx, asked) {
    const data = await makeReview(trx, asked);
    return data ? { data } : { failure: "beforeFirstEntry" };
  },
};
