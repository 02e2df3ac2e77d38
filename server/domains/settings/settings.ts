/** Reads and saves the firm's named settings: those of api/settings.ts by their shape, and free data under other names. */

import type { Weakening } from "@portico/api/rules/guards.ts";
import {
  derivedSettings,
  isSettingName,
  ownSettingMaxLength,
  type SettingName,
  type SettingValue,
  shapeOf,
} from "@portico/api/settings/shapes.ts";
import type { Kysely } from "kysely";
import type { z } from "zod";
import type { DB } from "../../database/schema.generated.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { fieldsOf } from "../../kernel/field-codes.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { settingDefaults } from "./defaults.ts";
import { findSavedSetting, findSetting, findSettings, lockSetting, upsertSetting } from "./settings.queries.ts";
import { appendVersions } from "./versions.ts";

/** Called once per setting and process if its stored value cannot be used. */
type Report = (problem: { setting: SettingName; paths: string[] }) => void;
let report: Report = () => undefined;
const reported = new Set<SettingName>();

/** Logs stored settings that cannot be used; the portal uses their defaults. */
export function reportUnusableSettings(to: Report): void {
  report = to;
  reported.clear();
}

/** The last stored value of each setting, as text, with what it was parsed to: parsing one checks all its rules anew. */
const parsedSettings = new Map<SettingName, { text: string; value: unknown }>();

/** Freezes a parsed value with all that it holds, because its readers share it. */
function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
const pathsOf = ({ issues }: z.ZodError): string[] => [...new Set(issues.map(({ path }) => path.join(".")))];

/** The setting's value, or its default if none was saved or the saved one cannot be used. */
export async function getSetting<N extends SettingName>(db: Kysely<DB>, name: N): Promise<SettingValue<N>> {
  return parseSetting(name, (await findSetting(db, name))?.data);
}

/** Several settings, read at once. */
export async function getSettings<const N extends readonly SettingName[]>(
  db: Kysely<DB>,
  names: N,
): Promise<{ [At in keyof N]: SettingValue<N[At]> }> {
  const rows = await findSettings(db, names);
  return settingsOf(names, Object.fromEntries(rows.map(({ name, data }) => [name, data])));
}

/** Stored settings by name, as a column of a row that a call begins with (kernel/holder-row.ts); null if none is saved. */
export type StoredSettings = Readonly<Record<string, unknown>> | null;

/** That column. */
export const storedSettings = (names: readonly SettingName[]): string =>
  `(select json_object_agg(name, data) from setting where name in (${names.map((name) => `'${name}'`).join(", ")}))`;

/** The settings of such a column. */
export const settingsOf = <const N extends readonly SettingName[]>(names: N, stored: StoredSettings | undefined) =>
  names.map((name) => parseSetting(name, stored?.[name])) as { [At in keyof N]: SettingValue<N[At]> };

/** The setting as it stays until the transaction ends: whoever saves it waits. */
export async function getLockedSetting<N extends SettingName>(trx: Trx, name: N): Promise<SettingValue<N>> {
  await lockSetting(trx, name);
  return getSetting(trx, name);
}

/** A setting from its row, read with other data; its default without a usable row. Frozen. */
export function parseSetting<N extends SettingName>(name: N, data: unknown): SettingValue<N> {
  if (data === undefined || data === null) return settingDefaults[name];
  const text = JSON.stringify(data);
  const known = parsedSettings.get(name);
  if (known?.text === text) return known.value as SettingValue<N>;
  const parsed = shapeOf(name).safeParse(data);
  if (parsed.success) {
    parsedSettings.set(name, { text, value: freeze(parsed.data) });
    return parsed.data as SettingValue<N>;
  }
  if (!reported.has(name)) report({ setting: name, paths: pathsOf(parsed.error) });
  reported.add(name);
  return settingDefaults[name];
}

/**
 * The setting for staff: value, time of the last save, and a report of an unusable stored value. `notFound` for one of
 * the firm's own names without a value.
 */
export async function readSetting({ db }: Pick<Context, "db">, name: string) {
  const row = await findSavedSetting(db, name);
  const saved = {
    name,
    updated_at: row?.updated_at.toISOString() ?? null,
    ...(row?.updated_by && { updated_by: row.updated_by }),
  };
  if (!isSettingName(name)) {
    if (!row) throw new Refusal("notFound");
    return { ...saved, data: row.data };
  }
  if (!row) return { ...saved, data: settingDefaults[name] };
  return { ...saved, ...parseStored(name, row.data) };
}

/** The effective value, with a report of an unusable stored one. */
function parseStored(name: SettingName, stored: unknown) {
  const { error, data } = shapeOf(name).safeParse(stored);
  return error ? { data: settingDefaults[name], unusable: { stored, paths: pathsOf(error) } } : { data };
}

/** The brand, public. */
export async function readBrand(db: Kysely<DB>) {
  const row = await findSetting(db, "brand");
  return {
    name: "brand" as const,
    data: parseSetting("brand", row?.data),
    updated_at: row?.updated_at.toISOString() ?? null,
  };
}

/** The value to store; `badInput` names the invalid fields. */
export function checkSetting(name: string, data: unknown): unknown {
  if (isSettingName(name)) {
    const parsed = shapeOf(name).safeParse(data);
    if (parsed.success) return parsed.data;
    throw new Refusal("badInput", { fields: fieldsOf(parsed.error.issues, "data") });
  }
  if (derivedSettings.some((derived) => derived === name))
    throw new Refusal("badInput", { fields: [{ path: "name", code: "notAllowed" }] });
  if (data === undefined) throw new Refusal("badInput", { fields: [{ path: "data", code: "required" }] });
  if (JSON.stringify(data).length > ownSettingMaxLength)
    throw new Refusal("badInput", { fields: [{ path: "data", code: "tooBig" }] });
  return data;
}

/** What domains declare for the setting; nothing for the firm's own names. */
const rulesFor = ({ domains }: Context, name: string) =>
  isSettingName(name) ? domains.settings.flatMap(({ [name]: rules }) => rules ?? []) : [];

/** Whether a second person confirms the change of a setting (`weakens` of server/declaration.ts). */
export function weakeningOf(
  context: Context,
  name: string,
  { before, after }: { before: unknown; after: unknown },
): Weakening {
  const found = rulesFor(context, name).flatMap((rules) => rules.weakens?.(before, after) ?? []);
  return found.find((one) => one === "always") ?? found[0] ?? null;
}

/** Refuses (`badInput`, `unusual` at each place) what is more likely a slip, unless the caller says that they mean it. */
export async function requireMeant(
  context: Context,
  name: string,
  value: unknown,
  sure: boolean | undefined,
): Promise<void> {
  if (sure || !isSettingName(name)) return;
  const before = await getSetting(context.db, name);
  const paths = rulesFor(context, name).flatMap((rules) => rules.unusual?.(value, before) ?? []);
  if (paths.length > 0)
    throw new Refusal("badInput", { fields: paths.map((path) => ({ path: `data.${path}`, code: "unusual" })) });
}

/** The fields that the shape allows but a domain does not: of the first domain that has any. */
export async function findFaults(trx: Trx, context: Context, name: string, data: unknown) {
  for (const rules of rulesFor(context, name)) {
    const faults = (await rules.check?.(trx, data)) ?? [];
    if (faults.length > 0) return faults;
  }
  return [];
}

/** Refuses values that the shape allows but a domain does not, at their field. */
export async function requireAccepted(trx: Trx, context: Context, name: string, data: unknown): Promise<void> {
  const faults = await findFaults(trx, context, name, data);
  if (faults.length > 0)
    throw new Refusal("badInput", { fields: faults.map(({ path, code }) => ({ path: `data.${path}`, code })) });
}

/**
 * Saves a whole setting. `since` is the save time of the value that was edited: `stateConflict` if it was saved again
 * since.
 */
export async function saveSetting(context: Context, name: string, data: unknown, since?: string | null) {
  const value = checkSetting(name, data);
  return transact(context, (tx) => applySetting(tx, context, name, value, since));
}

/** Stores a checked value in the caller's transaction and notifies colleagues' open pages. */
export async function applySetting(tx: Tx, context: Context, name: string, data: unknown, since?: string | null) {
  const viewer = requireViewer(context);
  await lockSetting(tx, name);
  const before = await findSetting(tx, name);
  if (since !== undefined && since !== (before?.updated_at.toISOString() ?? null)) throw new Refusal("stateConflict");
  await requireAccepted(tx, context, name, data);
  const saved = await upsertSetting(tx, name, data, viewer.userId);
  await appendVersions(tx, name, data, viewer.userId);
  const replaced = isSettingName(name) ? parseSetting(name, before?.data) : undefined;
  for (const rules of rulesFor(context, name)) await rules.saved?.(tx, { before: replaced, after: data });
  tx.audit("setting.saved", name, { before: before?.data ?? null, after: data });
  tx.afterCommit(() => {
    if (isSettingName(name)) reported.delete(name);
  });
  tx.emit("setting:changed", { name });
  return { name, data: saved.data, updated_at: saved.updated_at.toISOString() };
}
