/** The bin: removed documents wait there for 30 days, and are then deleted with their files. */
import { documentBinDays } from "@portico/api/rules/documents.ts";
import { type Context, requireViewer, type Services } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { hasLevel, isHolder } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { dropUnused } from "../files/files.quarantine.ts";
import { refusalToRemove, refusalToRestore } from "./documents.policy.ts";
import { eraseDocument, findDocument, listExpired, lockDocument, moveToBin } from "./documents.queries.ts";
import { holderOf, judgingOf, statusOf } from "./documents.service.ts";
import { reopenRequestsOf } from "./requests.queries.ts";

/** Moves a document into the bin; a request that it answered is open again. Somebody else's document is `notFound`. */
export async function removeDocument(context: Context, id: number): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  await transact(context, async (tx) => {
    await lockDocument(tx, id);
    const row = await findDocument(tx, id);
    if (!row) throw new Refusal("notFound");
    const holder = holderOf(row);
    if (!isHolder(viewer, holder) && !hasLevel(viewer, "internal")) throw new Refusal("notFound");
    if (row.deleted_at !== null && isHolder(viewer, holder)) throw new Refusal("notFound");
    enforce(refusalToRemove(viewer, statusOf(row, await judgingOf({ db: tx, now: context.now }))));
    if (!(await moveToBin(tx, id, viewer.userId))) throw new Refusal("stateConflict");
    await reopenRequestsOf(tx, id);
    tx.audit("document.removed", holder, { after: { id, title: row.title } });
    tx.emit("documents:changed", holder);
  });
  return { done: true };
}

/** Takes a document out of the bin. */
export async function restoreDocument(context: Context, id: number): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  await transact(context, async (tx) => {
    await lockDocument(tx, id);
    const row = await findDocument(tx, id);
    if (!row) throw new Refusal("notFound");
    const holder = holderOf(row);
    enforce(refusalToRestore(viewer, { isInBin: row.deleted_at !== null }));
    if (!(await moveToBin(tx, id, null))) throw new Refusal("stateConflict");
    tx.audit("document.restored", holder, { after: { id, title: row.title } });
    tx.emit("documents:changed", holder);
  });
  return { done: true };
}

/** Deletes what was in the bin for longer than 30 days; safe to run twice or concurrently. */
export async function emptyBin(services: Pick<Services, "db" | "files" | "events">): Promise<{ erased: number }> {
  let erased = 0;
  for (;;) {
    const expired = await listExpired(services.db, documentBinDays, 50);
    if (expired.length === 0) return { erased };
    for (const { id, title, holder_type, holder_id } of expired) {
      const holder = holderOf({ holder_type: holder_type as "user" | "company", holder_id });
      const contents = await transact({ db: services.db, events: services.events, system: "documents" }, async (tx) => {
        const erased = await eraseDocument(tx, id);
        if (erased) tx.audit("document.erased", holder, { after: { id, title, files: erased.files } });
        return erased?.contents ?? [];
      });
      for (const sha256 of contents) await dropUnused(services, sha256);
      erased += 1;
    }
  }
}
