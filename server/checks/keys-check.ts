/** The firm's key: that it is there, opens what is stored, is read by nobody else, and that a copy outside the machine was read. */
import { stat } from "node:fs/promises";
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import { canUnwrap } from "../secrets/envelope.ts";
import { isKeyFileMissing, keyName, keySource, readFirmKey } from "../secrets/firm-key.ts";
import { type CheckParts, dayOf, daysBetween, found, isTrial, messageOf, withDetail } from "./check.ts";
import { findNote } from "./notes.ts";
import type { Ask } from "./quiet-database.ts";

const copyDays = 400;
/** Read by the group or by others. */
const readByOthers = 0o044;

interface StoredKey {
  purpose: string;
  wrapped: string;
}

/** Null before the first migration. */
async function listStored(ask: Ask): Promise<StoredKey[] | null> {
  const [there] = await ask<{ found: boolean }>("select to_regclass('public.data_key') is not null as found");
  return there?.found ? ask<StoredKey>("select purpose, wrapped from data_key") : null;
}

export async function checkKeys(parts: CheckParts): Promise<Finding[]> {
  const { config, database } = parts;
  const source = keySource(config);
  const stored = database.ask ? await listStored(database.ask) : undefined;
  if (await isKeyFileMissing(config)) {
    if (stored && stored.length > 0) return [found("keyMissing", { source })];
    return [found("keyNotMade", { file: source })];
  }
  let firmKey: Buffer;
  try {
    firmKey = await readFirmKey(config);
  } catch (error) {
    return [withDetail(found("keyUnreadable", { source }), messageOf(error))];
  }
  const faults: Finding[] = [];
  const closed = stored?.filter((key) => !canUnwrap(firmKey, key)) ?? [];
  if (stored && closed.length > 0)
    faults.push(found("keyOther", { source, count: String(closed.length), all: String(stored.length) }));
  if (config.firmKey === undefined) {
    const { mode } = await stat(source);
    if ((mode & readByOthers) !== 0) faults.push(found("keyOpen", { file: source }));
    if (config.firmKeyFile === undefined) faults.push(found("keyBesideData", { file: source }));
  }
  if (faults.length > 0) return faults;
  if (!stored) return [found("keyUncompared", { source })];
  return [found("keyRight", { source, all: String(stored.length) })];
}

export async function checkKeyCopy(parts: CheckParts): Promise<Finding[]> {
  const { config, database, now } = parts;
  const none = found(isTrial(parts) ? "keyCopyTrial" : "keyCopyNone");
  if (!database.ask) return [isTrial(parts) ? none : found("needsDatabase")];
  const note = await findNote(database.ask, "keyCopy");
  if (!note) return [none];
  const firmKey = await readFirmKey(config).catch(() => null);
  const day = dayOf(note.noted_at);
  if (firmKey && note.subject !== keyName(firmKey)) return [found("keyCopyOther", { day })];
  return [found(daysBetween(note.noted_at, now()) > copyDays ? "keyCopyOld" : "keyCopyRight", { day })];
}
