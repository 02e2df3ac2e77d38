/** Notes what the operator did outside of the portal, so that checks can tell when it was done last: backups, restores, copies of the key. */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { stat } from "node:fs/promises";
import { sql } from "kysely";
import type { Note, NoteKind } from "../checks/notes.ts";
import type { Db, Trx } from "../kernel/transaction.ts";
import { keyName, parseKey } from "../secrets/firm-key.ts";
import { transact } from "../unit-of-work/transact.ts";
import { CommandError } from "./command.ts";

const actions = {
  backup: "setUp.backupNoted",
  restoreTest: "setUp.restoreNoted",
  keyCopy: "setUp.keyCopyRead",
} as const satisfies Record<NoteKind, string>;

/** Stores the note and audits it. */
export const note = (
  db: Db,
  kind: NoteKind,
  { subject, taken }: { subject: string; taken: Date | null },
): Promise<void> =>
  transact({ db, system: "operator" }, async (tx) => {
    if (kind === "restoreTest") await refuseRepeated(tx, subject);
    const { rows } = await sql<{ id: number }>`
      insert into operator_note (kind, taken_at, subject) values (${kind}, ${taken}, ${subject}) returning id`.execute(
      tx,
    );
    tx.audit(actions[kind], rows[0]?.id ?? 0);
  });

/** Two at once: the second waits, and finds it. */
async function refuseRepeated(trx: Trx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('operator_note'))`.execute(trx);
  const { rows } = await sql<Pick<Note, "subject">>`
    select subject from operator_note where kind = 'restoreTest' and subject = ${subject}`.execute(trx);
  if (rows.length > 0) throw new CommandError("This restore was noted before.");
}

const signed = (firmKey: Buffer, content: string): Buffer =>
  createHmac("sha256", Buffer.from(hkdfSync("sha256", firmKey, "", "portico restore receipt", 32)))
    .update(content)
    .digest();

export interface Restored {
  /** When it was looked at. */
  at: Date;
  /** Of the newest entry of the audit log in it. */
  taken: Date;
}

/** Says that a restored database was opened with the firm's key; to be given to the portal itself. */
export function writeReceipt(firmKey: Buffer, { at, taken }: Restored): string {
  const content = `${at.toISOString()}~${taken.toISOString()}`;
  return `${Buffer.from(content).toString("base64url")}.${signed(firmKey, content).toString("base64url")}`;
}

/** Throws a `CommandError` for what is no receipt of this firm. */
export function readReceipt(firmKey: Buffer, receipt: string): Restored {
  const [encoded = "", signature = ""] = receipt.trim().split(".");
  const content = Buffer.from(encoded, "base64url").toString("utf8");
  const [given, expected] = [Buffer.from(signature, "base64url"), signed(firmKey, content)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new CommandError(
      "This is no receipt of a restore with this firm's key. Copy the whole line that the command printed there.",
    );
  const [at = "", taken = ""] = content.split("~");
  return { at: new Date(at), taken: new Date(taken) };
}

interface CopiedKey {
  text: string;
  /** Name of the file, or of the standard input. */
  source: string;
  /** Undefined for the standard input. */
  file?: string | undefined;
  dataDir: string;
}

/**
 * The name of the key that was read from a copy. Throws a `CommandError` if it is another key than the one in use, or no
 * copy outside of this machine: a file on the disk of the data goes with it.
 */
export async function requireCopy(firmKey: Buffer, { text, source, file, dataDir }: CopiedKey): Promise<string> {
  const copy = parseKey(text, source);
  if (!copy.equals(firmKey))
    throw new CommandError(
      `${source} holds another key (its name is ${keyName(copy)}) than the one in use (${keyName(firmKey)}). It opens nothing here: put a copy of the one in use in its place.`,
    );
  if (file !== undefined) {
    const [found, data] = await Promise.all([file, dataDir].map((path) => stat(path).catch(() => null)));
    if (found && found.dev === data?.dev)
      throw new CommandError(
        `${file} lies on the disk of DATA_DIR and would be lost with it. Read the copy from where it is kept, such as: ssh safe cat firm.key | npm run confirm-key -- -`,
      );
  }
  return keyName(copy);
}
