/** What the days of a period lack, named for a report. */
import type { DailyGap, DailyValue } from "@portico/ledger/daily.ts";
import { isDoubt } from "@portico/ledger/daily-market.ts";
import type { ReportGap } from "@portico/reports/data.ts";
import type { KnownDays } from "../../portfolios/as-of/known-days.ts";

function named(gap: DailyGap, day: string, instruments: KnownDays["instruments"]): ReportGap {
  const quoted = "quoted" in gap ? { quoted: gap.quoted } : {};
  if ("currency" in gap) return { code: gap.code, currency: gap.currency, day, ...quoted };
  const name = instruments.get(gap.instrumentId)?.name ?? "";
  return { code: gap.code, name, day: gap.code === "splitMissing" ? gap.splitDay : day, ...quoted };
}

const keyOf = (gap: DailyGap): string => `${gap.code} ${"currency" in gap ? gap.currency : gap.instrumentId}`;

/** Each missing price or rate once, with its first day; doubtful ones if they are so on the last day. */
export function dayGaps({
  rows,
  before,
  instruments,
}: Pick<KnownDays, "rows" | "before" | "instruments">): ReportGap[] {
  const gaps = new Map<string, ReportGap>();
  const take = ({ gaps: own, day }: Pick<DailyValue, "gaps" | "day">, wanted: (gap: DailyGap) => boolean): void => {
    for (const gap of own) if (wanted(gap) && !gaps.has(keyOf(gap))) gaps.set(keyOf(gap), named(gap, day, instruments));
  };
  for (const row of before ? [before, ...rows] : rows) take(row, (gap) => !isDoubt(gap));
  const last = rows.at(-1);
  if (last) take(last, isDoubt);
  return [...gaps.values()];
}
