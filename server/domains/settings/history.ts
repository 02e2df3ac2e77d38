/** The history of what the firm configures, read from the audit log; and former values of settings, to be edited. */
import type { AuditAction } from "@portico/api/audit-actions.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import { type Configured, configured } from "@portico/api/settings/history.ts";
import { isSettingName, type SettingName, shapeOf } from "@portico/api/settings/shapes.ts";
import type { settings } from "@portico/api/settings.ts";
import type { Context } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { fieldsOf } from "../../kernel/field-codes.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { fitValue } from "./fit-value.ts";
import { findChange, listChanges } from "./history.queries.ts";
import { findFaults, getSetting } from "./settings.ts";

/** Who changed it, when, and what it was; newest first. */
export async function listHistory(
  { db }: Pick<Context, "db">,
  kind: Configured,
  { key, cursor, limit }: { key?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<Answer<(typeof settings)["listHistory"]>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: `${kind} ${key ?? ""}`, key: "moment" },
    (start) => listChanges(db, { kind, actions: configured[kind], key }, start),
    (row) => [row.at, row.id],
  );
  return {
    changes: rows.map(({ at, action, ...change }) => ({
      ...change,
      at: at.toISOString(),
      action: action as AuditAction,
    })),
    nextCursor,
  };
}

/**
 * A value that was in force, to be edited: what its shape has since gained or lost is as today. `faults` are the fields that
 * could not be saved. `notFound` for an entry that is not of this setting.
 */
export async function getFormer(
  context: Context,
  name: string,
  entryId: number,
): Promise<{ data: unknown; faults: { path: string; code: FieldCode }[] }> {
  const found = await findChange(context.db, name, entryId);
  if (!found) throw new Refusal("notFound");
  if (!isSettingName(name)) return { data: found.after, faults: [] };
  const data = fitValue(found.after, await getSetting(context.db, name));
  return { data, faults: await findFormerFaults(context, name, data) };
}

async function findFormerFaults(context: Context, name: SettingName, data: unknown) {
  const parsed = shapeOf(name).safeParse(data);
  if (!parsed.success) return fieldsOf(parsed.error.issues);
  return inVain(context.db, (trx) => findFaults(trx, context, name, parsed.data));
}

class Undone extends Error {}

/** Runs what checks a value before it is saved, and keeps nothing of it: some checks mark what the value uses. */
async function inVain<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  let result: { of: T } | undefined;
  try {
    await db.transaction().execute(async (trx) => {
      result = { of: await work(trx) };
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return (result as { of: T }).of;
}
