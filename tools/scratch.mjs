/**
 * A temporary folder for a run of tests, in memory where there is enough. Each test file has a database of a thousand
 * files; making and deleting them on a disk takes twice the processor time of the statements.
 */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** Far more than a run holds at once: 0.6 GB. */
const enough = 4 * 1024 ** 3;

function isRoomy() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enough && freemem() >= 2 * enough;
  } catch {
    return false;
  }
}

/** Creates the folder; it is deleted when this process ends. */
export function openScratch() {
  const folder = mkdtempSync(join(isRoomy() ? memory : tmpdir(), "portico-run-"));
  // The database's account has to enter it.
  chmodSync(folder, 0o711);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
  return folder;
}
