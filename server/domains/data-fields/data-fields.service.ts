/** The data fields that staff keep about clients. Removing a field deletes its values; the audit log keeps what was written. */
import { dataFields } from "@portico/api/data-fields.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { deleteField, forgetValues, insertField, listFields, lockLabels } from "./data-fields.queries.ts";

export async function listDataFields(context: Context) {
  const can = canOf({ remove: staffVerdict(requireViewer(context), dataFields.remove) });
  return (await listFields(context.db)).map((field) => ({ ...field, can }));
}

/** Every field with its id, for callers that only read; also for jobs, which have no viewer. */
export const getDataFields = (db: Db): Promise<{ id: number; label: string }[]> => listFields(db);

/** The allowed labels, for writing values in this transaction. */
export const getLabels = (trx: Trx): Promise<string[]> => lockLabels(trx);

/** Adds a field; `nameInUse` if the label exists. */
export async function createDataField(context: Context, label: string) {
  try {
    return await transact(context, async (tx) => {
      const field = await insertField(tx, label);
      tx.audit("dataField.created", field.id, { after: { label } });
      return field;
    });
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal("nameInUse");
    throw error;
  }
}

/** Removes a field and clients' values under it. */
export async function removeDataField(context: Context, id: number): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    const gone = await deleteField(tx, id);
    if (!gone) throw new Refusal("notFound");
    const clients = await forgetValues(tx, gone.label);
    tx.audit("dataField.removed", id, { before: gone, after: { clients } });
  });
  return { done: true };
}
