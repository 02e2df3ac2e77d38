/**
 * Former values of settings by which a job deletes. Each counts for a day after it was replaced, so that a mistake can be
 * taken back before anything is lost.
 */
import type { SettingName, SettingValue } from "@portico/api/settings/shapes.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { insertFormer, listFormer } from "./former-values.queries.ts";
import { getSetting, parseSetting } from "./settings.ts";

/** Keeps a value that is being replaced, in the transaction that saves the new one. */
export const keepFormer = <N extends SettingName>(trx: Trx, name: N, before: SettingValue<N>): Promise<unknown> =>
  insertFormer(trx, name, before);

/** The value in force, and those that were in force at some time of the last 24 hours. */
export async function listLately<N extends SettingName>(db: Db, name: N): Promise<SettingValue<N>[]> {
  const former = await listFormer(db, name);
  return [await getSetting(db, name), ...former.map(({ data }) => parseSetting(name, data))];
}
