/** Which account of a provider is whose: confirmed and removed by administrators. */
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getSetting } from "../../settings/settings.ts";
import { type AccountRow, deleteAccount, lockAccount, saveLinked } from "./accounts.queries.ts";
import { followRights } from "./rights.ts";
import { endAccountSessions } from "./sessions.ts";

async function requireAccount(trx: Trx, id: number): Promise<AccountRow> {
  const account = await lockAccount(trx, id);
  if (!account) throw new Refusal("notFound");
  return account;
}

async function readTold(tx: Tx, { providerId, email, subject }: AccountRow) {
  const provider = (await getSetting(tx, "identity")).providers.find(({ id }) => id === providerId);
  return { provider: provider?.name ?? providerId, email, subject };
}

/** `stateConflict` if it does not wait any more; `fourEyes` for one's own: nobody says of themselves who they are. */
export const confirmLink = (context: Context, id: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const { userId } = requireViewer(context);
    const account = await requireAccount(tx, id);
    if (account.userId === userId) throw new Refusal("fourEyes");
    if (account.role === "client" || !(await saveLinked(tx, id, userId))) throw new Refusal("stateConflict");
    tx.audit("identity.linked", account.userId, { after: await readTold(tx, account) });
    // What its SCIM client said meanwhile counts from now on.
    const provider = (await getSetting(tx, "identity")).providers.find((one) => one.id === account.providerId);
    if (provider && account.scimId !== null) await followRights(tx, provider, id);
    tx.emit("identity:changed", {});
    return { done: true };
  });

/** The person signs in again as a stranger, or waits to be confirmed. */
export const removeAccount = (context: Context, id: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const account = await requireAccount(tx, id);
    await endAccountSessions(tx, id);
    await deleteAccount(tx, id);
    tx.audit("identity.unlinked", account.userId, { before: await readTold(tx, account) });
    tx.emit("identity:changed", {});
    return { done: true };
  });
