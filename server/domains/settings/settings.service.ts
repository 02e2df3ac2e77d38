/** Reads and saves the firm's named settings, each of the shape that api/settings.ts declares. */
import { type SettingName, type SettingValue, settingShapes } from "@portico/api/settings.ts";
import type { Kysely } from "kysely";
import type { z } from "zod";
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../context.ts";
import type { DB } from "../../database/schema.generated.ts";
import { inTransaction, type Trx } from "../../database/transaction.ts";
import { Refusal } from "../../http/refusal.ts";
import { enqueue } from "../../jobs/jobs.ts";
import { settingDefaults } from "./settings.defaults.ts";
import { findSetting, upsertSetting } from "./settings.queries.ts";
import { rulesChangedJob } from "./settings.rules.job.ts";

/** The setting's value, or its default where nobody saved one or an older shape lies there. */
export async function getSetting<N extends SettingName>(db: Kysely<DB>, name: N): Promise<SettingValue<N>> {
  return settingOf(name, (await findSetting(db, name))?.data);
}

/** A setting as it lies in its row, read along with something else; its default without a row. */
export function settingOf<N extends SettingName>(name: N, data: unknown): SettingValue<N> {
  const parsed = data === undefined || data === null ? undefined : settingShapes[name].safeParse(data);
  return (parsed?.success ? parsed.data : settingDefaults[name]) as SettingValue<N>;
}

/** The setting as staff see it: value and when it was last saved. */
export async function readSetting(context: Context, name: SettingName) {
  const row = await findSetting(context.db, name);
  return { name, data: row?.data ?? settingDefaults[name], updated_at: row?.updated_at.toISOString() ?? null };
}

/** Saves a setting whole; `badInput` names the fields that do not fit its shape. */
export async function saveSetting(context: Context, name: SettingName, data: unknown) {
  const parsed = (settingShapes[name] as z.ZodType).safeParse(data);
  if (!parsed.success)
    throw new Refusal("badInput", {
      fields: parsed.error.issues.map((issue) => ({ path: ["data", ...issue.path].join("."), code: "badFormat" })),
    });
  return inTransaction(context.db, (trx) => applySetting(trx, context, name, parsed.data));
}

/** Writes a value that fits the setting's shape, as part of the caller's transaction. */
export async function applySetting(trx: Trx, context: Context, name: SettingName, data: unknown) {
  const viewer = requireViewer(context);
  const before = await findSetting(trx, name);
  const saved = await upsertSetting(trx, name, data, viewer.userId);
  // Figures are kept as the rules before made them.
  if (name === "portalRules") await enqueue(trx, rulesChangedJob, {}, { key: "all" });
  await audit(trx, {
    actor: { userId: viewer.userId, sessionId: viewer.sessionId },
    action: "setting.saved",
    subject: { type: "setting", id: name },
    before: before?.data ?? null,
    after: data,
    address: context.caller.address,
    requestId: context.caller.requestId,
  });
  return { name, data: saved.data, updated_at: saved.updated_at.toISOString() };
}
