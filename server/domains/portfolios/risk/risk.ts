/** Risk of a holder's portfolio over a range of days, on the index of its time-weighted return. */
import type { Risk } from "@portico/api/portfolio-risk.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { leastReturns } from "@portico/api/rules/risk.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { monthlyReturns } from "@portico/ledger/monthly-returns.ts";
import { type IndexPoint, returnIndex } from "@portico/ledger/return-index.ts";
import {
  areDaily,
  drawdowns,
  type Fall,
  perYear,
  ratePerPeriod,
  returnsOn,
  sharpeRatio,
  volatility,
  worstFall,
} from "@portico/ledger/risk.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { percent } from "../figures.ts";
import { areMostlyStored } from "../performance/current-days.ts";
import { loadDays, type ValuedDays } from "../performance/performance.ts";
import { listPricedDays } from "./priced-days.queries.ts";

export type RiskFree = SettingValue<"riskFreeRate">;

/** Without any figure. */
export const noRisk = (riskFree: RiskFree, reason: NonNullable<Risk["reason"]>, more: Partial<Risk> = {}): Risk => ({
  volatility: null,
  sharpe: null,
  worstFall: null,
  days: 0,
  basis: "days",
  months: null,
  reason,
  reasonDay: null,
  riskFree,
  falls: [],
  gaps: [],
  ...more,
});

/** Maximum number of points of the picture. */
const maxPoints = 400;

/** Evenly spaced back from the last, with the first, and with the days of the worst fall. */
function presentFalls(points: readonly IndexPoint[], worst: Fall): Risk["falls"] {
  const step = Math.max(1, Math.ceil(points.length / (maxPoints - 3)));
  return drawdowns(points)
    .filter(
      ({ day }, index) =>
        index === 0 || (points.length - 1 - index) % step === 0 || day === worst.from || day === worst.to,
    )
    .map(({ day, fall }) => ({ day, percent: percent(fall * 100) }));
}

/** The returns of the days that count, or of whole months if prices are rarer. */
function returnsOf({ before, rows }: ValuedDays, points: readonly IndexPoint[], priced: readonly string[]) {
  if (areDaily(priced)) {
    const counted = new Set(priced);
    return { basis: "days", returns: returnsOn(points, (day) => counted.has(day)) } as const;
  }
  const months = monthlyReturns(rows, before).flatMap(({ isWhole, result }) =>
    isWhole && result && "percent" in result ? Number(result.percent) / 100 : [],
  );
  return { basis: "months", returns: months } as const;
}

/** Weekends do not count even if something is priced then: what moves on them belongs to Monday. */
export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay());

/** The working days on which something held had a price, in order; read from the entries where an earlier build did not tell. */
async function readPricedDays(db: Db, account: CustodyAccount, rows: ValuedDays["rows"]): Promise<string[]> {
  const untold = rows.filter(({ priced }) => priced === null).map(({ day }) => day);
  const [from, to] = [untold[0], untold.at(-1)];
  const found = from !== undefined && to !== undefined ? await listPricedDays(db, account, { from, to }) : [];
  const among = new Set(found);
  return rows.flatMap(({ day, priced }) => ((priced ?? among.has(day)) && !isWeekend(day) ? [day] : []));
}

/** The risk of the days from..to, both included. */
export async function getRisk(
  db: Db,
  account: CustodyAccount,
  { range, today, riskFree }: { range: Range; today: string; riskFree: RiskFree },
): Promise<Risk> {
  const days = await loadDays(db, account, range, today);
  return calculateRisk(days, { range, riskFree, priced: () => readPricedDays(db, account, days.rows) });
}

/** The risk of valued days; `priced` reads the working days on which something held had a price. */
export async function calculateRisk(
  days: ValuedDays,
  { range, riskFree, priced: readPriced }: { range: Range; riskFree: RiskFree; priced: () => Promise<string[]> },
): Promise<Risk> {
  const [first, last] = [days.rows[0], days.rows.at(-1)];
  if (!days.complete) return noRisk(riskFree, "gaps", { gaps: days.gaps.filter((gap) => !isDoubt(gap)) });
  const startDay = days.before?.day ?? first?.day ?? range.from;
  const points = returnIndex({ opening: days.opening, startDay }, days.rows);
  if ("reason" in points || !first || !last)
    return noRisk(riskFree, "reason" in points ? points.reason : "nothingHeld", {
      reasonDay: "reason" in points ? points.day : null,
    });
  const priced = await readPriced();
  const { basis, returns } = returnsOf(days, points, priced);
  const isEnough = returns.length >= leastReturns[basis];
  const returnsPerYear = perYear[basis];
  const deviation = isEnough ? volatility(returns, returnsPerYear) : null;
  const sharpe = isEnough
    ? sharpeRatio(returns, { riskFree: ratePerPeriod(riskFree.percent / 100, returnsPerYear), returnsPerYear })
    : null;
  const worst = worstFall(points);
  return {
    volatility: deviation === null ? null : percent(deviation * 100),
    sharpe: sharpe === null ? null : percent(sharpe),
    worstFall: {
      percent: percent(worst.fall * 100),
      from: worst.from,
      to: worst.to,
      recovered: worst.recovered,
    },
    days: priced.length,
    basis,
    months: basis === "months" ? returns.length : null,
    reason: isEnough ? (sharpe === null ? "noVariation" : null) : "tooShort",
    reasonDay: null,
    riskFree,
    falls: presentFalls(points, worst),
    gaps: days.gaps,
  };
}

/** The same if it is cheap; undefined if many days must be read or calculated. */
export const getLightRisk = async (
  db: Db,
  account: CustodyAccount,
  asked: Parameters<typeof getRisk>[2],
): Promise<Risk | undefined> =>
  (await areMostlyStored(db, account, asked.range, asked.today)) ? getRisk(db, account, asked) : undefined;
