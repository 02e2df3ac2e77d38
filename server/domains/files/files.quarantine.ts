/** Files waiting for the virus check, and contents that no row refers to. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Services } from "../../kernel/context.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import {
  deleteAbandoned,
  isContentUsed,
  isQuarantined,
  listAbandoned,
  listQuarantined,
  lockContent,
  settleCheck,
} from "./files.queries.ts";

type StorageServices = Pick<Services, "db" | "files">;
type Checking = StorageServices & Pick<Services, "antivirus" | "log">;
type Waiting = Awaited<ReturnType<typeof listQuarantined>>[number];

/** Contents without a row are left alone this long: their row may be written next. */
const settledMs = 24 * 3600 * 1000;

/** Keeps the content from being deleted until the transaction ends; false if it is not there (any more). */
export async function holdContent({ files }: Pick<Services, "files">, trx: Trx, sha256: Buffer): Promise<boolean> {
  await lockContent(trx, sha256);
  return files.has(sha256.toString("hex"));
}

/** Deletes the content unless a row still needs it. */
export async function dropUnused({ db, files }: StorageServices, sha256: Buffer): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockContent(trx, sha256);
    if (await isContentUsed(trx, sha256)) return false;
    await files.remove(sha256.toString("hex"));
    return true;
  });
}

/** Checks every waiting file again, oldest first, until the scanner cannot be reached. Safe to run twice or concurrently. */
export async function checkQuarantined(
  services: Checking,
): Promise<{ clean: number; refused: number; waiting: boolean }> {
  const outcome = { clean: 0, refused: 0, waiting: false };
  for (let after = 0; ; ) {
    const batch = await listQuarantined(services.db, after);
    if (batch.length === 0) return outcome;
    for (const file of batch) {
      const settled = await checkOne(services, file);
      if (settled === "unreachable") return { ...outcome, waiting: true };
      if (settled !== "gone") outcome[settled] += 1;
      after = file.id;
    }
  }
}

/** The check's verdict; undefined if another check, or the file's owner, was first and the content is deleted. */
async function verdictOn({ db, files, antivirus }: Checking, { id, sha256 }: Waiting) {
  try {
    const content = await files.open(sha256.toString("hex"));
    return await antivirus.check(content.stream());
  } catch (error) {
    if (await isQuarantined(db, id)) throw error;
    return undefined;
  }
}

async function checkOne(services: Checking, file: Waiting): Promise<"clean" | "refused" | "unreachable" | "gone"> {
  const verdict = await verdictOn(services, file);
  if (!verdict) return "gone";
  if (verdict.kind === "unreachable") {
    services.log.warn({ why: verdict.why }, "the virus check is not reached; files wait");
    return "unreachable";
  }
  const found = verdict.kind === "infected" ? verdict.signature.slice(0, 200) : null;
  await transact({ db: services.db, system: "files" }, async (tx) => {
    if (!(await settleCheck(tx, file.id, found))) return;
    const holder: Holder = { holderType: file.holder_type as Holder["holderType"], holderId: file.holder_id };
    const { id, name } = file;
    if (found === null) tx.audit("file.foundClean", holder, { after: { id, name } });
    else tx.audit("file.foundInfected", holder, { after: { id, name, signature: found } });
  });
  if (found === null) return "clean";
  await dropUnused(services, file.sha256);
  return "refused";
}

/** Removes files that were uploaded for something that was never sent, such as a ticket, and that nobody discarded. */
export async function removeAbandoned(services: StorageServices): Promise<{ removed: number }> {
  let removed = 0;
  for (let after = 0; ; ) {
    const batch = await listAbandoned(services.db, after);
    if (batch.length === 0) return { removed };
    for (const { id, name, sha256, ...file } of batch) {
      after = id;
      const holder: Holder = { holderType: file.holder_type as Holder["holderType"], holderId: file.holder_id };
      await transact({ db: services.db, system: "files" }, async (tx) => {
        if (!(await deleteAbandoned(tx, id))) return;
        tx.audit("file.removed", holder, { after: { id, name } });
        removed += 1;
      });
      await dropUnused(services, sha256);
    }
  }
}

/** Removes what a crash or a refused check left: partial writes, and contents that no row needs. */
export async function sweepContents(services: StorageServices): Promise<{ removed: number }> {
  let removed = 0;
  for await (const sha256 of services.files.listOlderThan(settledMs))
    if (await dropUnused(services, Buffer.from(sha256, "hex"))) removed += 1;
  return { removed };
}
