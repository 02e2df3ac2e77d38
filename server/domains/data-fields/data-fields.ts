/** The data fields that staff keep about clients. An archived field keeps its values, which are shown again once it is restored. */
import { dataFields } from "@portico/api/data-fields.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { archiveField, countValues, insertField, listFields, lockLabels, restoreField } from "./data-fields.queries.ts";

export { hiddenData, shownData } from "./data-fields.queries.ts";

export async function listDataFields(context: Context) {
  const can = canOf({ remove: staffVerdict(requireViewer(context), dataFields.remove) });
  return (await listFields(context.db, "inUse")).map((field) => ({ ...field, can }));
}

export async function listArchivedDataFields(context: Context) {
  const can = canOf({ restore: staffVerdict(requireViewer(context), dataFields.restore) });
  return (await listFields(context.db, "archived")).map((field) => ({ ...field, can }));
}

/** The fields in use with their ids, for callers that only read; also for jobs, which have no viewer. */
export const getDataFields = (db: Db): Promise<{ id: number; label: string }[]> => listFields(db, "inUse");

/** Archived ones too: templates from before name them. */
export const getAllDataFields = (db: Db): Promise<{ id: number; label: string }[]> => listFields(db, "all");

/** The allowed labels, for writing values in this transaction. */
export const getLabels = (trx: Trx): Promise<string[]> => lockLabels(trx);

/** Adds a field; `nameInUse` if the label exists, also of an archived one. */
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

/** How many clients have a value under the field. */
export async function countDataFieldValues({ db }: Context, id: number): Promise<{ clients: number }> {
  const clients = await countValues(db, id);
  if (clients === undefined) throw new Refusal("notFound");
  return { clients };
}

/** Archives a field; clients' values under it are kept. */
export async function archiveDataField(context: Context, id: number): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    const archived = await archiveField(tx, id);
    if (!archived) throw new Refusal("notFound");
    tx.audit("dataField.archived", id, { before: archived, after: { clients: (await countValues(tx, id)) ?? 0 } });
  });
  return { done: true };
}

/** Brings an archived field back with clients' values under it; `notFound` without one. */
export const restoreDataField = (context: Context, id: number): Promise<{ id: number; label: string }> =>
  transact(context, async (tx) => {
    const field = await restoreField(tx, id);
    if (!field) throw new Refusal("notFound");
    tx.audit("dataField.restored", id, { after: { label: field.label } });
    return field;
  });
