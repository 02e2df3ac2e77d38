/** An invitation whose address the mail server refused: the holder is told, and sees it in the list. */
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { lockById, noteUndelivered } from "./delegations.queries.ts";
import { recordedOf } from "./delegations.ts";

/** Once; nothing for one that is accepted, ended or deleted. */
export const noteRefusedAddress = (services: Services, id: number): Promise<void> =>
  transact(systemContext(services, "delegations"), async (tx) => {
    const row = await lockById(tx, id);
    if (!row || !(await noteUndelivered(tx, id))) return;
    const holder = holderOf(row);
    tx.audit("delegation.undelivered", holder, { after: recordedOf(row) });
    tx.emit("delegation", holder);
    await tx.notify(holder, { type: "delegate_undelivered", params: { account: row.email }, target_id: id });
  });
