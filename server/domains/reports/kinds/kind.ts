/** What a kind of report is for the engine. */
import type { ReportFailure } from "@portico/api/rules/reports.ts";
import type { Given, Period } from "@portico/reports/data.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import type { GivenBenchmark } from "../given-benchmarks.ts";

/** Of whom, of when, and up to when it was known. */
export interface AskedReport {
  account: CustodyAccount;
  period: Period;
  /** Instant in ISO 8601. */
  knownAt: string;
  given: Given;
  /** The version of the kind's data that a kept report has; without one, the latest. */
  template?: number;
  /** Agreed benchmarks of the holder as they were made up when the report was asked for. */
  benchmarks?: readonly GivenBenchmark[];
}

export type MadeData = { data: object } | { failure: ReportFailure };

export interface KindOfReport {
  /** Grows when its data change their shape or meaning; data of earlier versions are still made as they were. */
  template: number;
  /** Reads what was known and works the data out, in one snapshot. Everything that is not read as known comes from `given`. */
  make(trx: Trx, asked: AskedReport): Promise<MadeData>;
}
