/** Makes the confirmed archives, and deletes their files when they expire. */
import { archiveDays } from "@portico/api/rules/data-rights.ts";
import { languages } from "@portico/api/shapes.ts";
import { text } from "@portico/messages/server-text.ts";
import { eachRow } from "../../../jobs/each-row.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { dropUnused, holdContent } from "../../files/quarantine.ts";
import { getHolder } from "../../holders/holders.ts";
import { getSetting } from "../../settings/settings.ts";
import { type ArchiveRow, expireArchive, findArchive, listExpired, storeArchive } from "./archives.queries.ts";
import { writeArchive } from "./content.ts";

/** What the reader of the archive is told first, in each language. */
async function writeReadme({ db, now }: Services, row: ArchiveRow): Promise<string> {
  const [{ name }, brand] = await Promise.all([getHolder(db, holderOf(row)), getSetting(db, "brand")]);
  const about = { name, firm: brand.name, day: now().toISOString().slice(0, 10) };
  return languages.map((language) => text(language, "mail.archive.readme", about)).join("\n\n");
}

/**
 * Makes the archive if it is still waited for: read at one moment of the database, written piece by piece into the encrypted
 * store. A run that was interrupted is repeated from the start; what fails is noted, so that it can be asked for again.
 */
export async function makeArchive(services: Services, id: number): Promise<void> {
  const row = await findArchive(services.db, id);
  if (row?.state !== "waiting") return;
  const context = systemContext(services, "data-rights");
  const holder = holderOf(row);
  try {
    const readme = await writeReadme(services, row);
    const { stored, contents } = await inTransaction(
      services.db,
      async (trx) => {
        const archive = writeArchive(services, trx, { userId: row.holder_id, readme });
        return { stored: await services.files.put(archive.zip), contents: archive.contents };
      },
      "repeatable read",
    );
    const sha256 = Buffer.from(stored.sha256, "hex");
    await transact(context, async (tx) => {
      if (!(await holdContent(services, tx, sha256))) throw new Error("The archive was removed before it was noted");
      if (!(await storeArchive(tx, id, { sha256, size: stored.size, contents, days: archiveDays }))) return;
      tx.audit("archive.made", holder, { after: { archive: id, rows: sumOf(contents.rows), files: contents.files } });
      const { name } = await getHolder(tx, holder);
      await tx.notifyStaff(holder, {
        type: "client_archive_ready",
        params: { name },
        created_by: null,
        to: [row.asked_by],
      });
      tx.emit("dataRights", holder);
    });
  } catch (error) {
    services.log.error({ err: error, archive: id }, "an archive of a person's data could not be made");
    await transact(context, async (tx) => {
      if (!(await storeArchive(tx, id, null))) return;
      tx.audit("archive.failed", holder, { after: { archive: id } });
      tx.emit("dataRights", holder);
    });
  }
}

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Deletes the files of archives that can be downloaded no longer. */
export async function expireArchives(services: Services): Promise<{ done: number; failed: number }> {
  const context = systemContext(services, "data-rights");
  return eachRow<ArchiveRow>(
    services.log,
    {
      list: (after) => listExpired(services.db, after?.id ?? 0),
      async work(row) {
        const isExpired = await transact(context, async (tx) => {
          if (!(await expireArchive(tx, row.id))) return false;
          tx.audit("archive.expired", holderOf(row), { after: { archive: row.id } });
          tx.emit("dataRights", holderOf(row));
          return true;
        });
        if (row.sha256 !== null) await dropUnused(services, row.sha256);
        return isExpired;
      },
      name: ({ id }) => ({ archive: id }),
    },
    "the file of an expired archive could not be deleted",
  );
}
