/** The data fields that staff keep about clients. An archived field keeps its values, which are shown again once it is restored. */
import { type DataField, dataFields } from "@portico/api/data-fields.ts";
import type { Parsed } from "@portico/api/endpoint.ts";
import type { FieldError } from "@portico/api/errors.ts";
import { convertValue, fitValue } from "@portico/api/rules/data-fields.ts";
import { isSameJson } from "@portico/api/rules/same-json.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import {
  archiveField,
  countValues,
  insertField,
  listFields,
  listValues,
  lockField,
  lockFields,
  replaceValues,
  restoreField,
  updateField,
} from "./data-fields.queries.ts";

export { hiddenData, shownData } from "./data-fields.queries.ts";

export async function listDataFields(context: Context) {
  const viewer = requireViewer(context);
  const can = canOf({
    save: staffVerdict(viewer, dataFields.save),
    remove: staffVerdict(viewer, dataFields.remove),
  });
  return (await listFields(context.db, "inUse")).map((field) => ({ ...field, can }));
}

export async function listArchivedDataFields(context: Context) {
  const can = canOf({ restore: staffVerdict(requireViewer(context), dataFields.restore) });
  return (await listFields(context.db, "archived")).map((field) => ({ ...field, can }));
}

/** The fields in use, for callers that only read; also for jobs, which have no viewer. */
export const getDataFields = (db: Db): Promise<DataField[]> => listFields(db, "inUse");

/** Archived ones too: templates from before name them. */
export const getAllDataFields = (db: Db): Promise<DataField[]> => listFields(db, "all");

/**
 * The data as its fields keep it, for writing it in this transaction. `badInput` names labels that there are not, and values that do
 * not fit the type of their field.
 */
export async function fitData(trx: Trx, data: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const fields = new Map((await lockFields(trx)).map((field) => [field.label, field]));
  const faults: FieldError[] = [];
  const fitting = Object.entries(data).map(([label, given]): [string, unknown] => {
    const field = fields.get(label);
    const value = field && fitValue(field, given);
    if (!field || value === undefined)
      faults.push({ path: `newData.${label}`, code: field ? unfitCodes[field.type] : "unknown" });
    return [label, value];
  });
  if (faults.length > 0) throw new Refusal("badInput", { fields: faults });
  return Object.fromEntries(fitting);
}
const unfitCodes = {
  text: "wrongType",
  number: "badFormat",
  day: "badDate",
  choice: "notAllowed",
  yesNo: "wrongType",
} as const;

const contentOf = ({ label, type, names, choices }: DataField) => ({ label, type, names, choices });

/** Adds a field; `nameInUse` if the label exists, also of an archived one. */
export async function createDataField(context: Context, body: Parsed<typeof dataFields.create>["body"]) {
  try {
    return await transact(context, async (tx) => {
      const field = await insertField(tx, { ...body, names: body.names });
      tx.audit("dataField.created", field.id, { after: contentOf(field) });
      return field;
    });
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal("nameInUse");
    throw error;
  }
}

/**
 * Changes names, type and choices, and converts what clients have. `valuesDoNotFit` says how many clients have what cannot be,
 * `stateConflict` if the field was changed since.
 */
export const saveDataField = (
  context: Context,
  id: number,
  { since, ...content }: Parsed<typeof dataFields.save>["body"],
): Promise<DataField> =>
  transact(context, async (tx) => {
    const before = await lockField(tx, id);
    if (!before) throw new Refusal("notFound");
    if (before.version !== since) throw new Refusal("stateConflict");
    const converted = (await listValues(tx, before.label)).map(({ value, clients }) => ({
      from: value,
      to: convertValue(before, content, value),
      clients,
    }));
    const unfit = converted.filter(({ to }) => to === undefined);
    const count = unfit.reduce((sum, { clients }) => sum + clients, 0);
    if (count > 0) throw new Refusal("valuesDoNotFit", { count });
    const changes = converted.filter(({ from, to }) => !isSameJson(from, to));
    await replaceValues(tx, before.label, changes);
    const after = await updateField(tx, id, content);
    const clients = changes.reduce((sum, one) => sum + one.clients, 0);
    tx.audit("dataField.changed", id, { before: contentOf(before), after: { ...contentOf(after), clients } });
    return after;
  });

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
export const restoreDataField = (context: Context, id: number): Promise<DataField> =>
  transact(context, async (tx) => {
    const field = await restoreField(tx, id);
    if (!field) throw new Refusal("notFound");
    tx.audit("dataField.restored", id, { after: { label: field.label } });
    return field;
  });
