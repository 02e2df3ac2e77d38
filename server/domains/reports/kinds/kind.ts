/** What a kind of report is for the engine. */

import type { FieldError } from "@portico/api/errors.ts";
import type { ReportFailure } from "@portico/api/rules/reports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Given, Period } from "@portico/reports/data.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Trx } from "../../../kernel/transaction.ts";

/** Of whom, of when, and up to when it was known. */
export interface AskedReport {
  account: CustodyAccount;
  period: Period;
  /** Instant in ISO 8601. */
  knownAt: string;
  given: Given;
  /** What the kind's `readGiven` read when the report was asked for. */
  own: unknown;
  /** The version of the kind's data that a kept report has; without one, the latest. */
  template?: number;
}

export type MadeData = { data: object } | { failure: ReportFailure };

export interface KindOfReport {
  /** Reads what has no knowledge time and the kind needs, as plain data without fractions: it is kept with the report. */
  readGiven?(context: Context, holder: Holder): Promise<object>;
  /** Grows when its data change their shape or meaning; data of earlier versions are still made as they were. */
  template: number;
  /** Why no such report is made of the holder and period; none if it is. */
  refuse?(holder: Holder, period: Period): FieldError[];
  /** Reads what was known and works the data out, in one snapshot. Everything that is not read as known comes from `given`. */
  make(trx: Trx, asked: AskedReport): Promise<MadeData>;
}
