/** What a report says that has no knowledge time: names of the firm and the holder, as they were when it was asked for. */
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { canonicalJson } from "@portico/reports/canonical.ts";
import type { Given } from "@portico/reports/data.ts";
import type { CustodyAccount } from "../../adapters/custodian/custodian.ts";
import type { Context } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { getHolder } from "../holders/holders.ts";
import { getCustody, usesOwnLedger } from "../portfolios/custody.ts";
import { getSetting } from "../settings/settings.ts";
import { type GivenBenchmark, readGivenBenchmarks } from "./given-benchmarks.ts";
import type { AskedReport } from "./kinds/kind.ts";
import type { ReportRecord } from "./reports.queries.ts";

interface StoredGiven extends Given {
  /** Of the holder when nothing was known of it yet. */
  baseCurrency: string;
  /** Of statements of portfolio management. */
  benchmarks?: readonly GivenBenchmark[];
}

/** As stored, and the firm's day. `noClientNumber` without an account, `ledgerElsewhere` if a custodian's system has the ledger. */
export async function readGiven(
  { db, config, now }: Pick<Context, "db" | "config" | "now">,
  holder: Holder,
  kind: ReportKind,
): Promise<{ given: string; today: string }> {
  const { account, firm } = await getCustody(db, holder, now());
  if (!(await usesOwnLedger(db, config, holder))) throw new Refusal("ledgerElsewhere");
  const [{ name }, brand] = await Promise.all([getHolder(db, holder), getSetting(db, "brand")]);
  const given: StoredGiven = {
    firm: brand.name,
    timeZone: firm.timeZone,
    holder: { type: holder.holderType, name, account: account.clientNumber },
    baseCurrency: account.baseCurrency,
    ...(kind === "management" && { benchmarks: await readGivenBenchmarks(db, holder) }),
  };
  return { given: canonicalJson(given), today: firm.today };
}

/** What the maker of the report's data is given: the same whenever it is made again. */
export function askedOf(row: ReportRecord): AskedReport {
  const { baseCurrency, benchmarks, ...given } = JSON.parse(row.given) as StoredGiven;
  const account: CustodyAccount = { ...holderOf(row), clientNumber: given.holder.account, baseCurrency };
  return {
    account,
    period: { from: row.from, to: row.to },
    knownAt: row.known_at.toISOString(),
    given,
    template: row.template_version,
    ...(benchmarks && { benchmarks }),
  };
}
