/** When the last backup was made and the last restore tried, as the operator's commands noted it. */
import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import { type CheckParts, dayOf, daysBetween, found, isTrial } from "./check.ts";
import { findNote, type Note } from "./notes.ts";

const hourMs = 3600 * 1000;
/** Made each night, and one may fail. */
const backupHours = 50;
const restoreDays = 400;

/** Whether the file of the backup is still on the disk that it is to outlive. */
async function isOnSameDisk({ subject }: Note, dataDir: string): Promise<boolean> {
  if (!isAbsolute(subject)) return false;
  const [file, data] = await Promise.all([subject, dataDir].map((path) => stat(path).catch(() => null)));
  return file?.isFile() === true && file.dev === data?.dev;
}

export async function checkBackup(parts: CheckParts): Promise<Finding[]> {
  const { config, database, now } = parts;
  const isEmbedded = config.databaseUrl === undefined;
  const none = found(isTrial(parts) ? "backupTrial" : isEmbedded ? "backupNone" : "backupNoneKnown");
  if (!database.ask) return [isTrial(parts) ? none : found("needsDatabase")];
  const note = await findNote(database.ask, "backup");
  if (!note) return [none];
  const taken = note.taken_at ?? note.noted_at;
  const hours = Math.floor((now().getTime() - taken.getTime()) / hourMs);
  if (hours > backupHours) return [found("backupOld", { day: dayOf(taken), hours: String(hours) })];
  const right = found("backupRight", { day: dayOf(taken) });
  return (await isOnSameDisk(note, config.dataDir)) ? [found("backupSameDisk", { file: note.subject })] : [right];
}

export async function checkRestoreTest(parts: CheckParts): Promise<Finding[]> {
  const { database, now } = parts;
  const none = found(isTrial(parts) ? "restoreTrial" : "restoreNone");
  if (!database.ask) return [isTrial(parts) ? none : found("needsDatabase")];
  const note = await findNote(database.ask, "restoreTest");
  if (!note) return [none];
  const day = dayOf(note.noted_at);
  if (daysBetween(note.noted_at, now()) > restoreDays) return [found("restoreOld", { day })];
  return [found("restoreRight", { day, taken: dayOf(note.taken_at ?? note.noted_at) })];
}
