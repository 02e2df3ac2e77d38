/** Correcting what a document is called, and its last day of validity. Its versions stay as they are. */
import type { documents } from "@portico/api/documents.ts";
import type { Answer, Input } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { refusalToCorrect } from "./documents.policy.ts";
import { findDocument, lockDocument, setDescription } from "./documents.queries.ts";
import { getJudging, presentDocument, readDocument, toDocumentStatus } from "./documents.ts";

/** What the body does not name stays; a call that changes nothing leaves no trace. */
export async function correctDocument(
  context: Context,
  holder: Holder,
  id: number,
  { title, valid_until }: Input<typeof documents.correct>["body"],
): Promise<Answer<typeof documents.correct>> {
  const viewer = requireViewer(context);
  const judging = await getJudging(context);
  await transact(context, async (tx) => {
    await lockDocument(tx, id);
    const row = await findDocument(tx, id, holder);
    if (!row) throw new Refusal("notFound");
    enforce(refusalToCorrect(viewer, toDocumentStatus(row, judging)));
    const before = { title: row.title, validUntil: row.valid_until };
    const after = { title: title ?? row.title, validUntil: valid_until === undefined ? row.valid_until : valid_until };
    if (after.title === before.title && after.validUntil === before.validUntil) return;
    await setDescription(tx, id, after);
    tx.audit("document.corrected", holder, { before: { id, ...before }, after: { id, ...after } });
    tx.emit("documents:changed", holder);
  });
  return presentDocument(viewer, await readDocument(context.db, viewer, holder, id), judging);
}
