/** Which facts staff keep about clients. What clients have under a field goes with it; the audit log knows what was written when. */
import { type AuditEntry, audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import { deleteField, forgetValues, insertField, listFields, lockLabels } from "./data-fields.queries.ts";

export const listDataFields = ({ db }: Context) => listFields(db);

/** The labels that a client's facts may have, for whoever writes some in this transaction. */
export const getLabels = (trx: Trx): Promise<string[]> => lockLabels(trx);

/** Adds a field; `nameInUse` where one has the label. */
export async function createDataField(context: Context, label: string) {
  try {
    return await inTransaction(context.db, async (trx) => {
      const field = await insertField(trx, label);
      await audit(trx, entryOf(context, field.id, "dataField.created", { after: { label } }));
      return field;
    });
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal("nameInUse");
    throw error;
  }
}

/** Takes a field away, and what clients have under it. */
export async function removeDataField(context: Context, id: number): Promise<{ done: true }> {
  await inTransaction(context.db, async (trx) => {
    const gone = await deleteField(trx, id);
    if (!gone) throw new Refusal("notFound");
    const clients = await forgetValues(trx, gone.label);
    await audit(trx, entryOf(context, id, "dataField.removed", { before: gone, after: { clients } }));
  });
  return { done: true };
}

function entryOf(
  context: Context,
  id: number,
  action: string,
  change: Pick<AuditEntry, "before" | "after">,
): AuditEntry {
  const { userId, sessionId } = requireViewer(context);
  return {
    actor: { userId, sessionId },
    action,
    subject: { type: "dataField", id },
    ...change,
    address: context.caller.address,
    requestId: context.caller.requestId,
  };
}
