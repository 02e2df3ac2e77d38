/** Holders of either kind: account at the custodian, contract currency, name, state, and logging of access by staff and delegates. */

import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { RecordedAccess } from "../../http/lookups.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { transact, type WriteContext } from "../../unit-of-work/transact.ts";
import { getSetting } from "../settings/settings.ts";
import {
  findCompanyNames,
  findHolder,
  findHolderAccount,
  findHolderPeople,
  findHoldersByNumbers,
  findUserNames,
  isAnyStaff,
  selectNumberShapes,
} from "./holders.queries.ts";
import { lockHolders } from "./representation.queries.ts";

export interface HolderAccount {
  clientNumber: string | null;
  /** Contract currency, in which the holder's portfolio is valued. */
  baseCurrency: string;
}

export type NumberedHolder = Holder & { name: string; clientNumber: string };

/** The holder's account; with the firm's base currency if none was opened yet. */
export async function getHolderAccount(db: Db, holder: Holder): Promise<HolderAccount> {
  const row = await findHolderAccount(db, holder);
  if (row) return { clientNumber: row.client_number, baseCurrency: row.base_currency };
  return { clientNumber: null, baseCurrency: (await getSetting(db, "portalRules")).baseCurrency };
}

/** Name and state of a holder; `notFound` for one that does not exist. */
export async function getHolder(
  db: Db,
  { holderType, holderId }: Holder,
): Promise<{ name: string; state: HolderState }> {
  const row = await findHolder(db, { holderType, holderId });
  if (!row) throw new Refusal("notFound");
  return { name: row.name, state: row.state as HolderState };
}

/** Locks the company until the transaction ends: nobody begins or ceases to act for it meanwhile. */
export const lockCompany = async (trx: Trx, companyId: number): Promise<void> =>
  void (await lockHolders(trx, "company", [companyId]));

/**
 * Refuses (`isStaff`) to make somebody a client who is staff: staff decide about others only. The caller has locked their
 * rows, as a change of role does.
 */
export async function refuseStaff(trx: Trx, userIds: readonly number[]): Promise<void> {
  if (await isAnyStaff(trx, userIds)) throw new Refusal("isStaff");
}

/** Whether one of these people is staff. */
export { isAnyStaff } from "./holders.queries.ts";

/** Who is notified about the holder: the person, or everyone who acts for the company now; nobody disabled. */
export const getHolderPeople = findHolderPeople;

/** The name as a column of a row about the holder (kernel/holder-row.ts); null if there is no such holder. */
export { holderName } from "./holders.queries.ts";

/** Whether a legal hold protects the holder, and whether they are erased. */
export { findKept } from "./kept.queries.ts";

/** Names of users by id, for lists that show who did something. */
export const getUserNames = async (db: Db, userIds: readonly number[]): Promise<Map<number, string>> =>
  userIds.length === 0 ? new Map() : new Map((await findUserNames(db, userIds)).map(({ id, name }) => [id, name]));

/** Names of companies by id. */
export const getCompanyNames = async (db: Db, companyIds: readonly number[]): Promise<Map<number, string>> =>
  companyIds.length === 0
    ? new Map()
    : new Map((await findCompanyNames(db, companyIds)).map(({ id, name }) => [id, name]));

/** Holders by client number in capitals. More than one only where numbers from before differ by case alone. */
async function findNumbered(db: Db, numbers: readonly string[]): Promise<Map<string, NumberedHolder[]>> {
  const holders = new Map<string, NumberedHolder[]>();
  if (numbers.length === 0) return holders;
  for (const { client_number, holder_type, holder_id, name } of await findHoldersByNumbers(db, numbers)) {
    const clientNumber = client_number ?? "";
    const key = clientNumber.toUpperCase();
    const holderType = holder_type as Holder["holderType"];
    holders.set(key, [
      ...(holders.get(key) ?? []),
      { holderType, holderId: holder_id, name: name ?? "", clientNumber },
    ]);
  }
  return holders;
}

/**
 * Holders by client number as it is given, whatever its case. Where two numbers differ by case alone, the one that is
 * spelled so.
 */
export async function findHoldersByClientNumbers(
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, NumberedHolder>> {
  const known = await findNumbered(db, numbers);
  return new Map(
    numbers.flatMap((number) => {
      const holders = known.get(number.toUpperCase()) ?? [];
      const [only] = holders;
      const meant = holders.length === 1 ? only : holders.find(({ clientNumber }) => clientNumber === number);
      return meant ? [[number, meant] as const] : [];
    }),
  );
}

/** Everybody who has the number, in whatever case. */
export const findHoldersByNumber = async (db: Db, number: string): Promise<NumberedHolder[]> =>
  (await findNumbered(db, [number])).get(number.toUpperCase()) ?? [];

/** Holders by client number in lower case, as the names of files are compared. */
export const findHoldersByLowerNumbers = async (
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, NumberedHolder[]>> =>
  new Map([...(await findNumbered(db, numbers))].map(([number, holders]) => [number.toLowerCase(), holders]));

/** Which of these shapes, as `bg-0000`, some client number in lower case has with each digit as 0. */
export const findNumberShapes = async (db: Db, shapes: readonly string[]): Promise<Set<string>> =>
  new Set(shapes.length === 0 ? [] : (await selectNumberShapes(db, shapes)).map(({ shape }) => shape));

/** Logs access of staff or of a delegate to a holder's data. */
export const recordAccess = (
  context: WriteContext,
  { as, holder, call, row, viewAsId, oncePerHour }: RecordedAccess,
): Promise<void> =>
  transact(context, async (tx) => {
    if (as === "delegate")
      tx.audit("holder.accessedByDelegate", holder, {
        after: { call, ...(row !== null && { report: row }) },
        oncePerHour,
      });
    else
      tx.audit("holder.accessedByStaff", holder, {
        after: { call, ...(viewAsId !== null && { viewAsId }) },
        oncePerHour,
      });
  });
