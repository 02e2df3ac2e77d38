/** How long records are kept, and what would be deleted by other periods. */
import { leastRetentionYears } from "@portico/api/rules/guards.ts";
import type { Context } from "../../kernel/context.ts";
import type { Db } from "../../kernel/transaction.ts";
import { countOutdatedDocuments } from "../documents/removal/retention.ts";
import { listLately } from "../settings/former-values.ts";
import { countDue } from "./periods.queries.ts";

export interface Periods {
  /** After the end of the relationship. */
  retentionYears: number;
  signInRetentionMonths: number;
}

/** Of the periods in force within the last day, the longest; never shorter than the law's. */
export async function readPeriods(db: Db): Promise<Periods> {
  const lately = await listLately(db, "kycRules");
  return {
    retentionYears: Math.max(leastRetentionYears, ...lately.map((rules) => rules.retentionYears)),
    signInRetentionMonths: Math.max(...lately.map((rules) => rules.signInRetentionMonths)),
  };
}

/** What ended, or was recorded, up to these moments is deleted. */
export const endsOf = ({ retentionYears, signInRetentionMonths }: Periods, now: Date) => ({
  until: monthsBefore(now, retentionYears * 12),
  signInsUntil: monthsBefore(now, signInRetentionMonths),
});

/** Whole months before a moment, in UTC; the month's last day if it is shorter. */
function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment);
  before.setUTCDate(1);
  before.setUTCMonth(before.getUTCMonth() - months);
  const lastOfMonth = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate();
  before.setUTCDate(Math.min(moment.getUTCDate(), lastOfMonth));
  return before;
}

/** What the next run would delete by these periods, those under legal hold left out. */
export async function foreseeRetention(
  { db, now }: Pick<Context, "db" | "now">,
  { keeping, ...periods }: Periods & { keeping: readonly { type: string; years: number }[] | undefined },
): Promise<{ holders: number; signIns: number; documents: number }> {
  const retentionYears = Math.max(leastRetentionYears, periods.retentionYears);
  const [due, documents] = await Promise.all([
    countDue(db, endsOf({ ...periods, retentionYears }, now())),
    keeping === undefined ? 0 : countOutdatedDocuments(db, keeping),
  ]);
  return { ...due, documents };
}
