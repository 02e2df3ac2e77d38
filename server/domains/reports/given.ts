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
import type { AskedReport } from "./kinds/kind.ts";
import { kinds } from "./kinds/kinds.ts";
import type { ReportRecord } from "./reports.queries.ts";

/** `logo` is the SHA-256 of a picture, which is kept for ever once it was the firm's. */
interface StoredBrand {
  accent: string;
  logo: string | null;
}

export interface StoredGiven extends Given {
  /** What the firm's papers looked like: no part of the data. Reports of older releases have none. */
  brand?: StoredBrand;
  /** Of the holder when nothing was known of it yet. */
  baseCurrency: string;
  /** Of the kind of report. */
  own?: object;
}

/** As stored, and the firm's day. `noClientNumber` without an account, `ledgerElsewhere` if a custodian's system has the ledger. */
export async function readGiven(
  context: Context,
  holder: Holder,
  kind: ReportKind,
): Promise<{ given: string; today: string }> {
  const { db, config, now } = context;
  const { account, firm } = await getCustody(db, holder, now());
  if (!(await usesOwnLedger(db, config, holder))) throw new Refusal("ledgerElsewhere");
  const [{ name }, brand] = await Promise.all([getHolder(db, holder), getSetting(db, "brand")]);
  const own = await kinds[kind]?.readGiven?.(context, holder);
  const given: StoredGiven = {
    firm: brand.name,
    timeZone: firm.timeZone,
    holder: { type: holder.holderType, name, account: account.clientNumber },
    baseCurrency: account.baseCurrency,
    brand: { accent: brand.accent.light, logo: brand.logo },
    ...(own && { own }),
  };
  return { given: canonicalJson(given), today: firm.today };
}

/** What the maker of a report's data is given: the same whenever it is made again. */
export function askedFrom(
  stored: string,
  holder: Holder,
  { from, to, knownAt, template }: { from: string; to: string; knownAt: Date; template: number },
): AskedReport {
  const { baseCurrency, brand: _, own, ...given } = JSON.parse(stored) as StoredGiven;
  const account: CustodyAccount = { ...holder, clientNumber: given.holder.account, baseCurrency };
  return { account, period: { from, to }, knownAt: knownAt.toISOString(), given, own, template };
}

export const askedOf = (row: ReportRecord): AskedReport =>
  askedFrom(row.given, holderOf(row), {
    from: row.from,
    to: row.to,
    knownAt: row.known_at,
    template: row.template_version,
  });
