/** The start of every portfolio call, from one row: account, custodian, the firm's day, the version. */

import { dayIn } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { CustodyAccount } from "../../adapters/custodian/custodian.ts";
import { readHolderRow } from "../../kernel/holder-row.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { type FirmDay } from "../settings/firm-day.ts";
import { parseSetting } from "../settings/settings.ts";
import { type CustodyRow, custodyRow, isLinked, listLinked } from "./custody.queries.ts";

export interface Custody {
  account: CustodyAccount;
  /** The custodian's address; undefined for the portal's own ledger. */
  baseUrl: string | undefined;
  firm: FirmDay;
  /** Version of the holder's ledger in the portal, read before its data. */
  version: number;
  /** Changes with everything that a performance or proof depends on: entries, market data, rules, the day. Read before them. */
  daysStamp: string;
  /** See `entriesStampOf`. */
  entriesStamp: string;
  /** Whether the firm's setting names an instrument to compare with. */
  hasFirmsBenchmark: boolean;
}

export const getCustody = async (db: Db, holder: Holder, now: Date): Promise<Custody> =>
  custodyOf(await readHolderRow(db, custodyRow, holder), holder, now);

/** Changes with every entry and with instrument names. */
export const entriesStampOf = ({ version, marketVersion }: CustodyRow): string => `${version} ${marketVersion}`;

/** `noClientNumber` for a holder without an account at a custodian. */
export function custodyOf(row: CustodyRow | undefined, holder: Holder, now: Date): Custody {
  if (!row?.clientNumber) throw new Refusal("noClientNumber");
  const { timeZone, benchmarkIsin } = parseSetting("portalRules", row.rules);
  const today = dayIn(timeZone, now);
  // Market data of instruments not held matters only for the benchmark.
  const benchmark = benchmarkIsin === null ? "" : `${benchmarkIsin} ${row.marketVersion}`;
  return {
    account: { ...holder, clientNumber: row.clientNumber, baseCurrency: row.baseCurrency },
    baseUrl: row.baseUrl ?? undefined,
    firm: { timeZone, today },
    version: row.version ?? 0,
    entriesStamp: entriesStampOf(row),
    daysStamp: [row.version, today, benchmark].join(" "),
    hasFirmsBenchmark: benchmarkIsin !== null,
  };
}

/** Whether the portal keeps the holder's ledger, rather than a custodian's system: linked to the holder, or configured. */
export const usesOwnLedger = async (
  db: Db,
  config: { custodianUrl?: string | undefined },
  holder: Holder,
): Promise<boolean> => config.custodianUrl === undefined && !(await isLinked(db, holder));

/** Those of the holders whose ledger a custodian's system keeps. */
export const listWithoutOwnLedger = async (
  db: Db,
  config: { custodianUrl?: string | undefined },
  holders: readonly Holder[],
): Promise<readonly Holder[]> => (config.custodianUrl === undefined ? listLinked(db, holders) : holders);
