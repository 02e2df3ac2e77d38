/** Office confirms new accounts, or refuses them with a reason for the client. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { accountCalls, BankAccount } from "@portico/api/payments/accounts.ts";
import { isInstant } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getCompanyNames, getUserNames } from "../../holders/holders.ts";
import type { DecidedProposal, ProposalKind } from "../../proposals/kind.ts";
import { needsTwo, propose, refuseWhileProposed, requireReason } from "../../proposals/proposals.ts";
import { listAccountsInUse } from "../withdrawals/reservations.queries.ts";
import { refusalToDecideAccount } from "./accounts.policy.ts";
import {
  type AccountRow,
  countNewAccounts,
  decideNewAccount,
  listNewAccounts,
  lockAccount,
  lockList,
  raiseVersion,
} from "./accounts.queries.ts";
import { presentAccounts } from "./accounts.ts";
import { shortNumber } from "./apply-changes.ts";

interface Decision {
  state: "confirmed" | "refused";
  /** For the client, if it is refused; with four eyes on also for the second person. */
  reason?: string | undefined;
}

/**
 * Decides a new account; `stateConflict` if it is decided already, `notFound` if it is not on the list. `fourEyes` for
 * one's own, a company that one acts for, or an account that one wrote. With four eyes on it becomes a proposal.
 */
export async function decideAccount(
  context: Context,
  holder: Holder,
  accountId: number,
  decision: Decision,
): Promise<BankAccount & { proposalId: number | null }> {
  const viewer = requireViewer(context);
  const byTwo = await needsTwo(context.db);
  if (byTwo) requireReason(decision.reason);
  const { row, proposalId } = await transact(context, async (tx) => {
    await lockList(tx, holder);
    const account = await lockAccount(tx, holder, accountId);
    if (!account || account.removed_at !== null) throw new Refusal("notFound");
    enforce(refusalToDecideAccount(viewer, holder, account));
    if (!byTwo) await refuseWhileProposed(tx, { action: "decideBankAccount", holder, accountId });
    if (!byTwo) return { row: await applyDecision(tx, context, holder, account, decision), proposalId: null };
    const id = await propose(tx, context, {
      action: "decideBankAccount",
      holder,
      before: { state: account.state, changedAt: account.changed_at.toISOString() },
      after: { accountId, account: shortNumber(account), owner: account.owner, state: decision.state },
      reason: decision.reason,
    });
    return { row: account, proposalId: id };
  });
  const [shown] = await presentAccounts(context, [row], await listAccountsInUse(context.db, holder));
  if (!shown) throw new Refusal("notFound");
  return { ...shown, proposalId };
}

async function applyDecision(
  tx: Tx,
  context: Context,
  holder: Holder,
  account: AccountRow,
  { state, reason }: Decision,
): Promise<AccountRow> {
  const by = requireViewer(context).userId;
  const refusal = state === "refused" ? (reason ?? "") : null;
  const row = await decideNewAccount(tx, holder, account.id, { state, refusal, by });
  if (!row) throw new Refusal("stateConflict");
  await raiseVersion(tx, holder);
  tx.audit("bankAccount.decided", holder, {
    before: { account: row.id, state: account.state },
    after: { account: row.id, number: shortNumber(row), state, ...(reason !== undefined && { reason }) },
  });
  tx.emit("accounts:changed", holder);
  await tx.notify(holder, {
    type: state === "confirmed" ? "account_confirmed" : "account_refused",
    ...(refusal !== null && { text: refusal }),
    params: { account: shortNumber(row) },
    target_id: row.id,
    created_by: by,
  });
  return row;
}

/** Applies a confirmed decision; `stateConflict` if the account was changed or decided since. */
export const accountDecisionProposal: ProposalKind = {
  async carryOut(tx: Tx, context: Context, { holder, before, after, reason }: DecidedProposal) {
    const { accountId, state } = after as { accountId: number; state: Decision["state"] };
    await lockList(tx, holder);
    const account = await lockAccount(tx, holder, accountId);
    if (!account || account.removed_at !== null || account.changed_at.toISOString() !== before["changedAt"])
      throw new Refusal("stateConflict");
    enforce(refusalToDecideAccount(requireViewer(context), holder, account));
    await applyDecision(tx, context, holder, account, { state, reason: reason ?? undefined });
  },
};

const sort = "accounts";
/** Staff see "10,000+". */
const maxCounted = 10_001;

/** New accounts of all clients, those that have waited longest first. */
export async function listNewAccountPage(
  context: Context,
  { assigned, cursor, limit }: { assigned?: number | undefined; cursor?: string | undefined; limit: number },
): Promise<Answer<(typeof accountCalls)["listNewAccounts"]>> {
  const { db } = context;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, sort);
  if (after && !isInstant(after.value))
    throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
  const [rows, open] = await Promise.all([
    listNewAccounts(db, { assigned, after, limit: limit + 1 }),
    countNewAccounts(db, maxCounted),
  ]);
  const page = rows.slice(0, limit);
  const idsOf = (type: Holder["holderType"]) => [
    ...new Set(page.flatMap((row) => (row.holder_type === type ? [row.holder_id] : []))),
  ];
  const [accounts, users, companies] = await Promise.all([
    presentAccounts(context, page, []),
    getUserNames(db, idsOf("user")),
    getCompanyNames(db, idsOf("company")),
  ]);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    accounts: accounts.map((account, place) => {
      const { holder_type, holder_id } = page[place] as AccountRow;
      const holderName = (holder_type === "user" ? users : companies).get(holder_id) ?? "";
      return { ...account, holder_type, holder_id, holderName };
    }),
    nextCursor: last ? encodeCursor(sort, last.changed_at.toISOString(), last.id) : null,
    open,
  };
}
