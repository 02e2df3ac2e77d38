/** The bin: removed documents wait there for 30 days, and are then deleted with their files. */
import { documentBinDays } from "@portico/api/rules/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { eachRow } from "../../../jobs/each-row.ts";
import { type Context, requireViewer, type Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { hasLevel, isHolder } from "../../../kernel/viewer.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { dropUnused } from "../../files/quarantine.ts";
import { refusalToRemove, refusalToRestore } from "../documents.policy.ts";
import { findDocument, lockDocument, moveToBin } from "../documents.queries.ts";
import { getJudging, toDocumentStatus } from "../documents.ts";
import { reopenRequestsForDocument } from "../requests/requests.queries.ts";
import { type ExpiredDocument, eraseDocument, listExpired } from "./deletion.queries.ts";

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
    enforce(refusalToRemove(viewer, toDocumentStatus(row, await getJudging({ db: tx, now: context.now }))));
    if (!(await moveToBin(tx, id, viewer.userId))) throw new Refusal("stateConflict");
    await reopenRequestsForDocument(tx, id);
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
    enforce(refusalToRestore(viewer, { holder, isInBin: row.deleted_at !== null }));
    if (!(await moveToBin(tx, id, null))) throw new Refusal("stateConflict");
    tx.audit("document.restored", holder, { after: { id, title: row.title } });
    tx.emit("documents:changed", holder);
  });
  return { done: true };
}

/** Deletes what was in the bin for longer than 30 days; safe to run twice or concurrently. */
export async function emptyBin(
  services: Pick<Services, "db" | "files" | "events" | "log">,
): Promise<{ erased: number; failed: number }> {
  const { db, events, log } = services;
  const { done, failed } = await eachRow<ExpiredDocument>(
    log,
    {
      list: (after) => listExpired(db, documentBinDays, after?.id ?? 0),
      async work({ id, title, holder_type, holder_id }) {
        const holder: Holder = { holderType: holder_type, holderId: holder_id };
        const erased = await transact({ db, events, system: "documents" }, async (tx) => {
          const done = await eraseDocument(tx, id);
          if (done) tx.audit("document.erased", holder, { after: { id, title, files: done.files } });
          return done;
        });
        for (const sha256 of erased?.contents ?? []) await dropUnused(services, sha256);
        return erased !== undefined;
      },
      name: ({ id }) => ({ document: id }),
    },
    "a document of the bin could not be deleted",
  );
  return { erased: done, failed };
}
