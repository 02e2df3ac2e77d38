/** Compares a holder's days on a worker thread, because all days since the first entry are worked out. */
import type { BusinessHours } from "@portico/api/rules/business-time.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { firmCalendar } from "./business-days.ts";
import { type Compared, compareHolder } from "./compare.ts";

interface Input {
  account: CustodyAccount;
  closed: string;
  known: string;
  hours: BusinessHours;
  timeZone: string;
}

/** In one snapshot. */
export const run = ({ hours, timeZone, ...asked }: Input, { db }: Tools): Promise<Compared> =>
  inTransaction(
    db,
    (trx) => compareHolder(trx, { ...asked, isBusinessDay: firmCalendar(hours, timeZone).isBusinessDay }),
    "repeatable read",
  );
