/** Archives of a person's data: asked for, confirmed by a second person, and downloaded while they last. */
import type { Holder } from "@portico/api/shapes.ts";
import type { SentFile } from "../../../http/downloads.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import type { ProposalKind } from "../../proposals/kind.ts";
import { propose } from "../../proposals/proposals.ts";
import { refusalToArchive } from "../data-rights.policy.ts";
import { lockHolder } from "../holds/holds.queries.ts";
import { archiveJob } from "./archive-job.ts";
import { findArchive, insertArchive, isAnyOpen, settleArchive } from "./archives.queries.ts";

/** Proposes an archive. `stateConflict` for a company or an erased person, `proposalOpen` while one is waited for. */
export const askArchive = (context: Context, holder: Holder, reason: string): Promise<{ proposalId: number }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const row = await lockHolder(tx, holder);
    if (!row) throw new Refusal("notFound");
    enforce(refusalToArchive(viewer, holder, row));
    if (await isAnyOpen(tx, holder)) throw new Refusal("proposalOpen");
    const archive = await insertArchive(tx, holder, { reason, askedBy: viewer.userId });
    const proposalId = await propose(tx, context, {
      action: "makeArchive",
      holder,
      before: {},
      after: { archive },
      reason,
    });
    tx.emit("dataRights", holder);
    return { proposalId };
  });

/** Has a confirmed archive made by a job. */
export const archiveProposal: ProposalKind = {
  async carryOut(tx, context, { holder, after, reason }) {
    const id = Number(after["archive"]);
    const by = requireViewer(context).userId;
    if (!(await settleArchive(tx, id, { state: "waiting", by }))) throw new Refusal("stateConflict");
    tx.audit("archive.confirmed", holder, { after: { archive: id, reason } });
    await tx.enqueue(archiveJob, { id });
    tx.emit("dataRights", holder);
  },
  async dropped(tx, context, { holder, after }) {
    await settleArchive(tx, Number(after["archive"]), { state: "declined", by: requireViewer(context).userId });
    tx.emit("dataRights", holder);
  },
};

/** The ZIP while it lasts; each download is recorded. `notFound` before it is made and after it has expired. */
export async function downloadArchive(context: Context, holder: Holder, id: number): Promise<SentFile> {
  const row = await findArchive(context.db, id);
  const isTheirs = row?.holder_type === holder.holderType && row.holder_id === holder.holderId;
  if (!row || !isTheirs || row.sha256 === null || row.expires_at === null || row.expires_at <= context.now())
    throw new Refusal("notFound");
  const { size, ...content } = await context.files.open(row.sha256.toString("hex"));
  await transact(context, async (tx) =>
    tx.audit("archive.downloaded", holder, { after: { archive: id }, oncePerHour: true }),
  );
  return {
    name: `data-${holder.holderId}-${id}.zip`,
    media_type: "application/zip",
    size,
    etag: content.sha256,
    stream: (start, end) => content.stream(start, end),
  };
}
