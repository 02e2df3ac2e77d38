/** Writes a holder's list: by the holder with a fresh code, or by office on their behalf. */
import type { AccountBody, AccountList } from "@portico/api/payments/accounts.ts";
import { type AccountInput, mostAccounts, problemsOfAccounts } from "@portico/api/rules/bank-accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { NameCheckResult } from "../../../adapters/name-check/name-check.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { isHolder } from "../../../kernel/viewer.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import type { DecidedProposal, ProposalKind } from "../../proposals/kind.ts";
import { needsTwo, propose, refuseWhileProposed, requireReason } from "../../proposals/proposals.ts";
import { getSetting } from "../../settings/settings.ts";
import { listAccountsInUse } from "../withdrawals/reservations.queries.ts";
import { refusalToSave } from "./accounts.policy.ts";
import { type AccountRow, findAccounts, findVersion, lockList } from "./accounts.queries.ts";
import { getAccountList, ownerNames } from "./accounts.ts";
import { applyChanges } from "./apply-changes.ts";
import { compareAccounts, isUnchanged, type ListChanges, toAccountInput } from "./changes.ts";
import { boundToList, requireCode, requireFreshCode } from "./codes.ts";
import { checkNames, type NameChecks } from "./payee-check.ts";

type Saved = AccountList & { proposalId: number | null };

interface ListBody {
  accounts: readonly AccountBody[];
  version?: number | null | undefined;
  reason?: string | undefined;
}

/** Refuses (`badInput`) what is wrong with the list, at its fields; accounts that stay as they are pass. */
export async function requireValid(
  db: Db,
  accounts: readonly AccountInput[],
  names: readonly string[],
  rows: readonly AccountRow[],
): Promise<void> {
  const same = new Set(compareAccounts(rows, accounts).kept.map(({ account }) => account));
  const problems = problemsOfAccounts(accounts, { names, isChecked: (account) => !same.has(account) });
  // Where clients pay in: the firm's own accounts are nobody's.
  const { accounts: firms } = await getSetting(db, "depositInstructions");
  for (const [place, account] of accounts.entries())
    if (!same.has(account) && firms.some(({ iban }) => iban === account.iban))
      problems.push({ path: `accounts.${place}.iban`, code: "firmsAccount" });
  if (accounts.length > Math.max(mostAccounts, rows.length)) problems.push({ path: "accounts", code: "tooBig" });
  if (problems.length > 0) throw new Refusal("badInput", { fields: problems });
}

/** `stateConflict` for a list made from an older one, or with an account that is not on it any more. */
export function requireCurrent(
  { rows, version }: { rows: readonly AccountRow[]; version: number },
  list: { accounts: readonly AccountInput[]; version: number | null | undefined },
): void {
  const known = new Set(rows.map(({ id }) => id));
  if (
    (list.version != null && list.version !== version) ||
    list.accounts.some(({ id }) => id !== undefined && !known.has(id))
  )
    throw new Refusal("stateConflict");
}

/** `stateConflict` if a list without a version would overwrite an account, which its sender may never have seen. */
export function requireVersionToOverwrite({ changed, removed }: ListChanges, version: number | null | undefined): void {
  if (version == null && changed.length + removed.length > 0) throw new Refusal("stateConflict");
}

/** `inUse` if an account that an open request pays to would be removed or changed. */
export function requireUnused({ changed, removed }: ListChanges, inUse: readonly number[]): void {
  const touched = [...changed.map(({ row }) => row.id), ...removed.map(({ id }) => id)];
  if (touched.some((id) => inUse.includes(id))) throw new Refusal("inUse");
}

/**
 * Rewrites the list. `stateConflict` if it was made from an older one, `badInput` at the fields, `inUse` if an open
 * request needs what would go; then `freshCodeNeeded` of the holder, or `coolingOff` within a day of a password reset.
 * With four eyes on, office's list becomes a proposal.
 */
export async function saveAccounts(context: Context, holder: Holder, body: ListBody): Promise<Saved> {
  const { db } = context;
  const viewer = requireViewer(context);
  const names = await ownerNames(db, holder);
  enforce(refusalToSave(viewer, holder));
  const list = { accounts: body.accounts.map(toAccountInput), version: body.version };
  const [version, rows, inUse] = [
    await findVersion(db, holder),
    await findAccounts(db, holder),
    await listAccountsInUse(db, holder),
  ];
  requireCurrent({ rows, version }, list);
  await requireValid(db, list.accounts, names, rows);
  const changes = compareAccounts(rows, list.accounts);
  const answer = async (proposalId: number | null): Promise<Saved> => ({
    ...(await getAccountList(context, holder)),
    proposalId,
  });
  if (isUnchanged(changes)) return answer(null);
  requireVersionToOverwrite(changes, body.version);
  requireUnused(changes, inUse);
  const isOwn = isHolder(viewer, holder);
  requireFreshCode(viewer, { isOwn, now: context.now() });
  const byTwo = !isOwn && (await needsTwo(db));
  if (byTwo) requireReason(body.reason);
  const checks = await checkNames(context, changes);
  const proposalId = await transact(context, async (tx) => {
    await requireCode(tx, context, { isOwn, boundTo: boundToList(holder, list.accounts) });
    if (byTwo) return proposeList(tx, context, holder, { list, version, checks, reason: body.reason, rows });
    // The holder's own list is theirs; a proposal that it overtakes can no longer be confirmed.
    if (!isOwn) await refuseWhileProposed(tx, { action: "setBankAccounts", holder });
    await applyList(tx, context, holder, { ...list, checks, by: viewer.userId });
    return null;
  });
  return answer(proposalId);
}

/** Writes the list in the caller's transaction, from the rows as they are now. */
async function applyList(
  tx: Tx,
  context: Context,
  holder: Holder,
  list: {
    accounts: readonly AccountInput[];
    version: number | null | undefined;
    checks: NameChecks;
    by: number;
  },
): Promise<void> {
  const { version } = await lockList(tx, holder);
  const rows = await findAccounts(tx, holder);
  requireCurrent({ rows, version }, list);
  await requireValid(tx, list.accounts, await ownerNames(tx, holder), rows);
  const changes = compareAccounts(rows, list.accounts);
  requireVersionToOverwrite(changes, list.version);
  requireUnused(changes, await listAccountsInUse(tx, holder));
  await applyChanges(tx, context, holder, { changes, checks: list.checks, by: list.by });
}

/** What the second person reads: one account per line. */
const describeAccounts = (accounts: readonly (AccountRow | AccountInput)[]): string =>
  accounts
    .map(({ iban, number, bank, bic, currency, owner }) =>
      [iban || number, currency, owner, bank, bic].filter(Boolean).join(" · "),
    )
    .join("\n");

async function proposeList(
  tx: Tx,
  context: Context,
  holder: Holder,
  proposed: {
    list: { accounts: readonly AccountInput[] };
    version: number;
    checks: NameChecks;
    reason: string | undefined;
    rows: readonly AccountRow[];
  },
): Promise<number> {
  return propose(tx, context, {
    action: "setBankAccounts",
    holder,
    before: { version: proposed.version, list: describeAccounts(proposed.rows) },
    after: {
      accounts: proposed.list.accounts,
      list: describeAccounts(proposed.list.accounts),
      checks: [...proposed.checks],
      by: requireViewer(context).userId,
    },
    reason: proposed.reason,
  });
}

interface ProposedList {
  accounts: AccountInput[];
  checks: [string, NameCheckResult & { at: string }][];
  by: number;
}

/** Writes a confirmed list; `stateConflict` if the holder's list has changed since it was proposed. */
export const accountsProposal: ProposalKind = {
  async carryOut(tx: Tx, context: Context, { holder, before, after }: DecidedProposal) {
    const { accounts, checks, by } = after as unknown as ProposedList;
    await applyList(tx, context, holder, {
      accounts,
      version: before["version"] as number,
      checks: new Map(checks.map(([key, check]) => [key, { ...check, at: new Date(check.at) }])),
      by,
    });
  },
};
