/** What every question about a holder's portfolio begins with, from one query: account, custodian, the firm's day, the version. */

import { dayIn } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { CustodyAccount } from "../../adapters/custodian/custodian.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { type FirmDay } from "../settings/settings.firm-day.ts";
import { settingOf } from "../settings/settings.service.ts";
import { findCustodyRow } from "./portfolios.custody.queries.ts";

export interface Custody {
  account: CustodyAccount;
  /** Where the custodian answers; undefined for the portal's own ledger. */
  baseUrl: string | undefined;
  firm: FirmDay;
  /** Version of the portal's own ledger of the holder, read before anything else of it. */
  version: number;
  /** Changes with everything that a performance or a proof follows from: entries, market data, rules, the day. Read before them. */
  daysStamp: string;
  /** Changes with every entry, and with the names of instruments. */
  entriesStamp: string;
}

/** `noClientNumber` for a holder without an account at a custodian. */
export async function getCustody(db: Db, holder: Holder, now: Date): Promise<Custody> {
  const row = await findCustodyRow(db, holder);
  if (!row?.clientNumber) throw new Refusal("noClientNumber");
  const { timeZone, benchmarkIsin } = settingOf("portalRules", row.rules);
  const today = dayIn(timeZone, now);
  // Other market data than the holder's own counts for the benchmark alone.
  const benchmark = benchmarkIsin === null ? "" : `${benchmarkIsin} ${row.marketVersion}`;
  return {
    account: { ...holder, clientNumber: row.clientNumber, baseCurrency: row.baseCurrency },
    baseUrl: row.baseUrl ?? undefined,
    firm: { timeZone, today },
    version: row.version ?? 0,
    entriesStamp: `${row.version} ${row.marketVersion}`,
    daysStamp: [row.version, today, benchmark].join(" "),
  };
}
