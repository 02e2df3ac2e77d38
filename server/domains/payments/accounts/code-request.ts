/** Asks for the one-time code with which the holder confirms a list. */
import type { AccountBody } from "@portico/api/payments/accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { isHolder } from "../../../kernel/viewer.ts";
import { requestBoundCode } from "../../sessions/step-code.ts";
import { listAccountsInUse } from "../withdrawals/reservations.queries.ts";
import { refusalToSave } from "./accounts.policy.ts";
import { findAccounts } from "./accounts.queries.ts";
import { ownerNames } from "./accounts.ts";
import { shortNumber } from "./apply-changes.ts";
import { compareAccounts, toAccountInput } from "./changes.ts";
import { boundToList } from "./codes.ts";
import { requireCurrent, requireUnused, requireValid } from "./saving.ts";

/**
 * Mails the holder a code for this list; the mail names the accounts that come, change and go. `badInput` at the fields of
 * a list that could not be saved; `stateConflict` with an account that is gone, `inUse` if an open request needs what would go.
 */
export async function requestListCode(
  context: Context,
  holder: Holder,
  { accounts: bodies }: { accounts: readonly AccountBody[] },
): Promise<{ for: string | null }> {
  const viewer = requireViewer(context);
  enforce(refusalToSave(viewer, holder));
  if (!isHolder(viewer, holder)) return { for: null };
  const accounts = bodies.map(toAccountInput);
  const rows = await findAccounts(context.db, holder);
  requireCurrent({ rows, version: 0 }, { accounts, version: null });
  // The mail names nothing that the list could not contain.
  await requireValid(context.db, accounts, await ownerNames(context.db, holder), rows);
  const changes = compareAccounts(rows, accounts);
  requireUnused(changes, await listAccountsInUse(context.db, holder));
  const { kept, changed, added, removed } = changes;
  const named = [
    ...added.map(({ account }) => `+ ${shortNumber(account)}`),
    ...changed.map(({ account }) => `± ${shortNumber(account)}`),
    ...removed.map((row) => `− ${shortNumber(row)}`),
  ];
  const about = named.length > 0 ? named : kept.map(({ row }) => shortNumber(row));
  const bound = boundToList(holder, accounts);
  await requestBoundCode(context, { boundTo: bound, about: about.join(", "), step: "accounts" });
  return { for: bound };
}
