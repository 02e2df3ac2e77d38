/** What a colleague whom the provider disabled still looks after: it waits until an administrator hands it over. */
import { type Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { handOver } from "../../colleagues/hand-over.ts";
import { lockAccount } from "./accounts.queries.ts";

/** `stateConflict` for somebody who is not disabled: theirs is handed over when they are. */
export const handOverWork = (context: Context, accountId: number, to: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw new Refusal("notFound");
    if (account.state !== "disabled") throw new Refusal("stateConflict");
    const handedOver = await handOver(tx, { from: account.userId, to });
    tx.audit("identity.handedOver", account.userId, { after: handedOver });
    tx.emit("identity:changed", {});
    return { done: true };
  });
