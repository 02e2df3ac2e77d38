/** How long documents of a type are kept, where the firm sets it: until then they cannot be removed, then they are deleted. */
import { documentBinDays } from "@portico/api/rules/documents.ts";
import type { Services } from "../../kernel/context.ts";
import type { Db } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { dropUnused } from "../files/files.quarantine.ts";
import { getSetting } from "../settings/settings.service.ts";
import { type DocumentRecord, eraseOutdated, type Keeping, listOutdated } from "./documents.queries.ts";

const dayMs = 24 * 3600 * 1000;

/** The types with a period of their own. */
export const readKeeping = async (db: Db): Promise<Keeping[]> =>
  (await getSetting(db, "documentTypes")).types.flatMap(({ id, keepYears }) =>
    keepYears === null ? [] : [{ type: id, years: keepYears }],
  );

/**
 * Whether the period holds it: not in the days after it was first added, in which a mistake can be taken back. A newer
 * version does not begin them again.
 */
export const isHeldBy = (
  keeping: readonly Keeping[],
  { type, added_at }: Pick<DocumentRecord, "type" | "added_at">,
  now: Date,
): boolean => keeping.some((one) => one.type === type) && now.getTime() - added_at.getTime() > documentBinDays * dayMs;

/**
 * Deletes documents whose period is over. One that answers a request, or whose holder is under a legal hold, stays with
 * the holder's records. Safe to run twice or concurrently.
 */
export async function eraseOutdatedDocuments(
  services: Pick<Services, "db" | "files" | "events">,
): Promise<{ erased: number }> {
  const keeping = await readKeeping(services.db);
  let erased = 0;
  for (;;) {
    const outdated = await listOutdated(services.db, keeping, 50);
    if (outdated.length === 0) return { erased };
    for (const { id, title, holder_type, holder_id, is_holder_erased } of outdated) {
      const holder = { holderType: holder_type, holderId: holder_id };
      const contents = await transact({ db: services.db, events: services.events, system: "documents" }, async (tx) => {
        const erased = await eraseOutdated(tx, keeping, id);
        if (!erased) return [];
        // Of somebody whose records are deleted, the log has numbers only.
        tx.audit("document.periodEnded", holder, {
          after: { id, title: is_holder_erased ? "" : title, files: erased.files },
        });
        tx.emit("documents:changed", holder);
        return erased.contents;
      });
      for (const sha256 of contents) await dropUnused(services, sha256);
      erased += 1;
    }
  }
}
