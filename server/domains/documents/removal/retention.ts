/** How long documents of a type are kept, where the firm sets it: until then they cannot be removed, then they are deleted. */
import { documentBinDays } from "@portico/api/rules/documents.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { eachRow } from "../../../jobs/each-row.ts";
import type { Services } from "../../../kernel/context.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { dropUnused } from "../../files/quarantine.ts";
import { listLately } from "../../settings/former-values.ts";
import type { DocumentRecord } from "../documents.queries.ts";
import { countOutdated, eraseOutdated, type Keeping, listOutdated, type OutdatedDocument } from "./deletion.queries.ts";

const dayMs = 24 * 3600 * 1000;

/** The types with a period of their own. */
export const toKeeping = ({ types }: SettingValue<"documentTypes">): Keeping[] =>
  types.flatMap(({ id, keepYears }) => (keepYears === null ? [] : [{ type: id, years: keepYears }]));

/** Longer than any document exists: of a type that is kept with its holder's records. */
const withHolder = 1000;

/** The periods by which documents are deleted: of those in force within the last day, the longest. */
export async function readKeeping(db: Db): Promise<Keeping[]> {
  const lately = (await listLately(db, "documentTypes")).map(({ types }) => types);
  return toKeeping({
    types: lately.flat().flatMap((type, place, all) => {
      if (all.findIndex(({ id }) => id === type.id) < place) return [];
      const periods = lately.map((types) => types.find(({ id }) => id === type.id)?.keepYears ?? null);
      const own = periods.filter((years) => years !== null);
      if (own.length === 0) return [];
      return [{ ...type, keepYears: own.length < periods.length ? withHolder : Math.max(...own) }];
    }),
  });
}

/**
 * Whether the period holds it: not in the days after it was first added, in which a mistake can be taken back. A newer
 * version does not begin them again.
 */
export const isHeldBy = (
  keeping: readonly Keeping[],
  { type, added_at }: Pick<DocumentRecord, "type" | "added_at">,
  now: Date,
): boolean => keeping.some((one) => one.type === type) && now.getTime() - added_at.getTime() > documentBinDays * dayMs;

/** How many documents would be deleted by these periods. */
export const countOutdatedDocuments = (db: Db, keeping: readonly Keeping[]): Promise<number> =>
  countOutdated(db, keeping);

/**
 * Deletes documents whose period is over. One that answers a request, or whose holder is under a legal hold, stays with
 * the holder's records. Safe to run twice or concurrently.
 */
export async function eraseOutdatedDocuments(
  services: Pick<Services, "db" | "files" | "events" | "log">,
): Promise<{ erased: number; failed: number }> {
  const { db, events, log } = services;
  const keeping = await readKeeping(db);
  const { done, failed } = await eachRow<OutdatedDocument>(
    log,
    {
      list: (after) => listOutdated(db, keeping, after?.id ?? 0),
      async work({ id, title, holder_type, holder_id, is_holder_erased }) {
        const holder = { holderType: holder_type, holderId: holder_id };
        const erased = await transact({ db, events, system: "documents" }, async (tx) => {
          const done = await eraseOutdated(tx, keeping, id);
          if (!done) return undefined;
          // Of somebody whose records are deleted, the log has numbers only.
          tx.audit("document.periodEnded", holder, {
            after: { id, title: is_holder_erased ? "" : title, files: done.files },
          });
          tx.emit("documents:changed", holder);
          return done;
        });
        for (const sha256 of erased?.contents ?? []) await dropUnused(services, sha256);
        return erased !== undefined;
      },
      name: ({ id }) => ({ document: id }),
    },
    "a document whose period is over could not be deleted",
  );
  return { erased: done, failed };
}
