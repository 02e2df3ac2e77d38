/** Files waiting for the virus check, and contents that no row refers to. */
import { eachRow } from "../../jobs/each-row.ts";
import type { Services } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import {
  deleteAbandoned,
  isContentUsed,
  isQuarantined,
  listAbandoned,
  listQuarantined,
  lockContent,
  mayRemoveContents,
  settleCheck,
} from "./files.queries.ts";

type StorageServices = Pick<Services, "db" | "files">;
type Cleaning = StorageServices & Pick<Services, "log">;
type Checking = Cleaning & Pick<Services, "antivirus">;
type Waiting = Awaited<ReturnType<typeof listQuarantined>>[number];

/** Contents without a row are left alone this long: their row may be written next. */
const settledMs = 24 * 3600 * 1000;

/** Keeps the content from being deleted until the transaction ends; false if it is not there (any more). */
export async function holdContent({ files }: Pick<Services, "files">, trx: Trx, sha256: Buffer): Promise<boolean> {
  await lockContent(trx, sha256);
  return files.has(sha256.toString("hex"));
}

/** Deletes the content unless a row still needs it; during a backup the nightly clean-up is left to do it. */
export async function dropUnused({ db, files }: StorageServices, sha256: Buffer): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockContent(trx, sha256);
    if ((await isContentUsed(trx, sha256)) || !(await mayRemoveContents(trx))) return false;
    await files.remove(sha256.toString("hex"));
    return true;
  });
}

/** Checks every waiting file again, oldest first, until the scanner cannot be reached. Safe to run twice or concurrently. */
export async function checkQuarantined(
  services: Checking,
): Promise<{ clean: number; refused: number; waiting: boolean; failed: number }> {
  const outcome = { clean: 0, refused: 0, waiting: false };
  const { failed } = await eachRow<Waiting>(
    services.log,
    {
      list: async (after) => (outcome.waiting ? [] : listQuarantined(services.db, after?.id ?? 0)),
      async work(file) {
        if (outcome.waiting) return false;
        const settled = await checkOne(services, file);
        if (settled === "unreachable") outcome.waiting = true;
        else if (settled !== "gone") outcome[settled] += 1;
        return true;
      },
      name: ({ id }) => ({ file: id }),
    },
    "a waiting file could not be checked",
  );
  return { ...outcome, failed };
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
    const holder = holderOf(file);
    const { id, name } = file;
    if (found === null) tx.audit("file.foundClean", holder, { after: { id, name } });
    else tx.audit("file.foundInfected", holder, { after: { id, name, signature: found } });
  });
  if (found === null) return "clean";
  await dropUnused(services, file.sha256);
  return "refused";
}

/** Removes files that were uploaded for something that was never sent, such as a ticket, and that nobody discarded. */
export async function removeAbandoned(services: Cleaning): Promise<{ removed: number; failed: number }> {
  const { done, failed } = await eachRow<Waiting>(
    services.log,
    {
      list: (after) => listAbandoned(services.db, after?.id ?? 0),
      async work({ id, name, sha256, ...file }) {
        const holder = holderOf(file);
        const isRemoved = await transact({ db: services.db, system: "files" }, async (tx) => {
          if (!(await deleteAbandoned(tx, id))) return false;
          tx.audit("file.removed", holder, { after: { id, name } });
          return true;
        });
        await dropUnused(services, sha256);
        return isRemoved;
      },
      name: ({ id }) => ({ file: id }),
    },
    "a file that was never sent could not be removed",
  );
  return { removed: done, failed };
}

/** Removes what a crash or a refused check left: partial writes, and contents that no row needs. */
export async function sweepContents(services: Cleaning): Promise<{ removed: number; failed: number }> {
  const contents = services.files.listOlderThan(settledMs)[Symbol.asyncIterator]();
  const { done, failed } = await eachRow<string>(
    services.log,
    {
      async list() {
        const next = await contents.next();
        return next.done ? [] : [next.value];
      },
      work: (sha256) => dropUnused(services, Buffer.from(sha256, "hex")),
      name: (sha256) => ({ sha256 }),
    },
    "a content that nothing needs could not be removed",
  );
  return { removed: done, failed };
}
