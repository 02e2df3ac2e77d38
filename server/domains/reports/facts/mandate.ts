/** The category and mandate at the end of a period, and its agreed benchmark beside the performance, as was known. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import type { ReportGap } from "@portico/reports/data.ts";
import type { AgreedBenchmark, MandateFacts } from "@portico/reports/mandate.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { listStanding, readMandate, type StoredMandate } from "../../mandates/mandates.ts";
import { findKnownMarket } from "../../market-data/knowledge.ts";
import { describeDefinition } from "../../portfolios/benchmarks/definitions.ts";
import { loadIndexes } from "../../portfolios/benchmarks/value-index.ts";
import type { MandateGiven } from "../given-benchmarks.ts";
import type { AskedReport } from "../kinds/kind.ts";

export interface ReadMandate extends MandateFacts {
  /** Its id; null without one. */
  benchmarkId: number | null;
}

const isOther = (one: StoredMandate, other: Omit<ReadMandate, "changed">): boolean =>
  one.category !== other.category ||
  one.service !== other.service ||
  one.leverage !== other.leverage ||
  one.frequency !== other.frequency ||
  one.singleConfirmations !== other.singleConfirmations ||
  one.benchmark !== other.benchmarkId;

/** What holds on the last day of the period. */
export async function readMandateFacts(trx: Trx, { account, period, knownAt }: AskedReport): Promise<ReadMandate> {
  const { holderType, holderId } = account;
  const holder = { holderType, holderId };
  const at = { day: period.to, knownAt };
  const { from: _from, benchmark, ...mandate } = await readMandate(trx, holder, at);
  const found = { ...mandate, benchmarkId: benchmark };
  const standing = await listStanding(trx, holder, at);
  // Those of the days of the period before its last record began.
  const within = standing.filter(({ from }, place) => place > 0 && (standing[place - 1]?.from ?? from) > period.from);
  return { ...found, changed: within.some((one) => isOther(one, found)) };
}

/** The return of the agreed benchmark from the close before `from` to the period's end, with what it lacks. */
export async function readAgreedBenchmark(
  trx: Trx,
  { benchmarkId }: ReadMandate,
  { own, period, knownAt }: AskedReport,
  { from, currency }: { from: string; currency: string },
): Promise<{ benchmark: AgreedBenchmark | null; gaps: ReportGap[] }> {
  if (benchmarkId === null) return { benchmark: null, gaps: [] };
  // Reports of older releases were given none.
  const { benchmarks = [] } = (own ?? {}) as Partial<MandateGiven>;
  const given = benchmarks.find(({ definition }) => definition.id === benchmarkId);
  if (!given) return { benchmark: null, gaps: [{ code: "benchmarkMissing", name: String(benchmarkId) }] };
  const { definition, lastValues } = given;
  const before = addDays(from, -1);
  const market = await findKnownMarket(trx, knownAt);
  const [index] = await loadIndexes(trx, [definition], {
    currency,
    before,
    to: period.to,
    known: { market, lastValues },
  });
  const start = index?.start;
  const [begin, end] = [start === undefined ? undefined : index?.worthOn(start), index?.worthOn(period.to)];
  const { name, return_kind: returnKind } = describeDefinition(definition);
  const percent = begin && end ? end.div(begin).minus(1).times(100).toFixed() : null;
  const doubt = index?.gap;
  return {
    benchmark: {
      name,
      returnKind,
      percent,
      // The last value on or before the close counts from it.
      from: start === undefined || start <= before ? null : start,
    },
    gaps: [
      ...(percent === null ? [{ code: "benchmarkMissing", name: name.en }] : []),
      ...(percent !== null && doubt && isDoubt(doubt) && doubt.code === "priceStale"
        ? [
            {
              code: "priceStale",
              name: doubt.name ?? name.en,
              ...("day" in doubt && { day: doubt.day }),
              ...("quoted" in doubt && { quoted: doubt.quoted }),
            },
          ]
        : []),
    ],
  };
}
