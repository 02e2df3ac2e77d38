/** Holders of whatever kind: account number at the custodian, contract currency, name, state, and staff's access to them. */

import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Db, inTransaction, type Trx } from "../../kernel/transaction.ts";
import { refuseOwn, type Viewer } from "../../kernel/viewer.ts";
import { needsTwo, propose, requireReason, reserveClientNumber, tellProposed } from "../proposals/proposals.service.ts";
import { getSetting } from "../settings/settings.service.ts";
import {
  findCompanyNames,
  findHolder,
  findHolderAccount,
  findHoldersOfNumbers,
  findPeopleOf,
  findUserNames,
  upsertClientNumber,
} from "./holders.queries.ts";
import { readLockedState } from "./holders.states.ts";

export interface HolderAccount {
  clientNumber: string | null;
  /** Contract currency: the one that the holder's portfolio is valued in. */
  baseCurrency: string;
}

/** The holder's account; the firm's base currency where none was opened yet. */
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

/** Who is told of what concerns the holder: the person themself, or everyone who acts for the company now; none who is disabled. */
export const getPeopleOf = findPeopleOf;

/** Names of users by id, for lists that say who did something. */
export const getUserNames = async (db: Db, userIds: readonly number[]): Promise<Map<number, string>> =>
  userIds.length === 0 ? new Map() : new Map((await findUserNames(db, userIds)).map(({ id, name }) => [id, name]));

/** Names of companies by id. */
export const getCompanyNames = async (db: Db, companyIds: readonly number[]): Promise<Map<number, string>> =>
  companyIds.length === 0
    ? new Map()
    : new Map((await findCompanyNames(db, companyIds)).map(({ id, name }) => [id, name]));

/** Holders by their client numbers, for files that name accounts. */
export async function findHoldersByClientNumbers(
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, Holder & { name: string }>> {
  if (numbers.length === 0) return new Map();
  const rows = await findHoldersOfNumbers(db, numbers);
  return new Map(
    rows.map(({ client_number, holder_type, holder_id, name }) => [
      client_number ?? "",
      { holderType: holder_type as Holder["holderType"], holderId: holder_id, name: name ?? "" },
    ]),
  );
}

/**
 * Writes a holder's client number, as part of the caller's transaction; `clientNumberInUse` where another holder has it,
 * `clientNumberReserved` where an open proposal wants it for another.
 */
async function saveClientNumber(trx: Trx, holder: Holder, clientNumber: string | null): Promise<void> {
  if (clientNumber !== null) await reserveClientNumber(trx, holder, clientNumber);
  const { baseCurrency } = await getHolderAccount(trx, holder);
  try {
    await upsertClientNumber(trx, holder, clientNumber, baseCurrency);
  } catch (error) {
    if (isDuplicate(error, "holder_account_client_number_key")) throw new Refusal("clientNumberInUse");
    throw error;
  }
}

/** Proposes the number, which is reserved from then on, as part of the caller's transaction; refuses what could not be confirmed. */
export async function proposeClientNumber(
  trx: Trx,
  context: Context,
  holder: Holder,
  change: {
    before: string | null;
    after: string | null;
    reason: string | undefined;
    /** The revision with whose approval the number comes. */
    approvedRevision?: number | undefined;
  },
): Promise<number> {
  const { before, after, reason, approvedRevision } = change;
  if (after !== null) {
    await reserveClientNumber(trx, holder, after);
    if ((await findHoldersOfNumbers(trx, [after])).length > 0) throw new Refusal("clientNumberInUse");
  }
  return propose(trx, context, {
    action: "setClientNumber",
    holder,
    before: { clientNumber: before },
    after: { clientNumber: after, ...(approvedRevision !== undefined && { approvedRevision }) },
    reason,
  });
}

/**
 * Sets, changes or takes away (null) the holder's client number; the ledger stays with the holder. With four eyes on it becomes a
 * proposal, for a reason, and the number is still the old one.
 */
export async function setClientNumber(
  context: Context,
  holder: Holder,
  { clientNumber, reason }: { clientNumber: string | null; reason?: string | undefined },
): Promise<{ client_number: string | null; proposalId: number | null }> {
  await getHolder(context.db, holder);
  refuseOwn(requireViewer(context), holder);
  const before = await getHolderAccount(context.db, holder);
  if (before.clientNumber === clientNumber) return { client_number: clientNumber, proposalId: null };
  if (await needsTwo(context.db)) {
    requireReason(reason);
    const change = { before: before.clientNumber, after: clientNumber, reason };
    const proposalId = await inTransaction(context.db, (trx) => proposeClientNumber(trx, context, holder, change));
    tellProposed(context);
    return { client_number: before.clientNumber, proposalId };
  }
  await inTransaction(context.db, (trx) => applyClientNumber(trx, context, holder, clientNumber));
  context.events.emit("holderChanged", holder);
  return { client_number: clientNumber, proposalId: null };
}

/**
 * Writes the number with its audit row, as part of the caller's transaction; the caller emits `holderChanged` after commit.
 * `stateConflict` where it is no longer the one that was seen, if one is given.
 */
export async function applyClientNumber(
  trx: Trx,
  context: Context,
  holder: Holder,
  clientNumber: string | null,
  seen?: string | null,
): Promise<void> {
  const viewer = requireViewer(context);
  // Two changes of one holder follow one another, so that each is logged with what it replaced.
  await readLockedState(trx, holder);
  const before = await getHolderAccount(trx, holder);
  if (seen !== undefined && before.clientNumber !== seen) throw new Refusal("stateConflict");
  await saveClientNumber(trx, holder, clientNumber);
  await audit(trx, {
    actor: { userId: viewer.userId, sessionId: viewer.sessionId },
    action: "holder.clientNumberSet",
    subject: { type: holder.holderType, id: holder.holderId },
    before: { clientNumber: before.clientNumber },
    after: { clientNumber },
    address: context.caller.address,
    requestId: context.caller.requestId,
  });
}

/** Logs that staff looked at, or acted on, what belongs to a holder. */
export const recordStaffAccess = (
  db: Db,
  {
    viewer,
    holder,
    call,
    viewAsId,
    address,
    requestId,
  }: { viewer: Viewer; holder: Holder; call: string; viewAsId: number | null; address: string; requestId: string },
): Promise<void> =>
  inTransaction(db, (trx) =>
    audit(trx, {
      actor: { userId: viewer.userId, sessionId: viewer.sessionId },
      action: "holder.accessedByStaff",
      subject: { type: holder.holderType, id: holder.holderId },
      after: { call, ...(viewAsId !== null && { viewAsId }) },
      address,
      requestId,
    }),
  );
