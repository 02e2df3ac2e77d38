/** A full disk: how it shows in errors, and whether it is near. */
import { statfs } from "node:fs/promises";

/** True if something could not be written because the disk, or the quota on it, is full; also as the cause of an error. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  if (code === "ENOSPC" || code === "EDQUOT" || code === "53100") return true;
  return /No space left on device/.test(error.message) || (error.cause !== undefined && isDiskFull(error.cause));
}

/** Less than the largest file that a client may send. */
export const neededBytes = 16 * 1024 * 1024;

/** Whether the folder's disk has room for a file; true if the system does not say. */
export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 1, bsize: Number.POSITIVE_INFINITY }));
  return bavail * bsize >= neededBytes;
}
