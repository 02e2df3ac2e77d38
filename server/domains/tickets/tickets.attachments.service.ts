/** What every text of a ticket has in common: who wrote it, and its files. */
import type { FieldCode } from "@portico/api/errors.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { findFileFaults, retainFiles } from "../files/files.service.ts";
import { insertFiles, listWithdrawn } from "./tickets.changes.queries.ts";

/** `contradictsSession` if the body names somebody else as the writer than the session, or the holder they write for. */
export function requireOwnName(
  viewer: Viewer,
  holder: Holder,
  { creator_type: type, creator_id: id }: { creator_type?: string | undefined; creator_id?: number | undefined },
): void {
  const self: Holder = { holderType: "user", holderId: viewer.userId };
  const names = isHolder(viewer, holder) ? [self, holder] : [self];
  const isOwn = ({ holderType, holderId }: Holder) =>
    (type === undefined || type === holderType) && (id === undefined || id === holderId);
  if (!names.some(isOwn)) throw new Refusal("contradictsSession");
}

/**
 * The files belong to the text from now on. `badInput` names those that are not the holder's, were found infected, or
 * are used already; a note takes files for staff alone, any other text none of them.
 */
export async function attachFiles(
  tx: Tx,
  holder: Holder,
  { ticketId, commentId, internal }: { ticketId: number; commentId: number | null; internal: boolean },
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const faults = await findFileFaults(tx, holder, fileIds);
  const forStaff = new Set(await listWithdrawn(tx, fileIds));
  const codeOf = (id: number, place: number): FieldCode | undefined => {
    if (fileIds.indexOf(id) < place) return "twice";
    return faults.get(id) ?? (forStaff.has(id) === internal ? undefined : "fileGone");
  };
  const fields = fileIds.flatMap((id, place) => {
    const code = codeOf(id, place);
    return code ? [{ path: `files.${place}`, code }] : [];
  });
  if (fields.length > 0) throw new Refusal("badInput", { fields });
  if (!(await insertFiles(tx, holder, { ticketId, commentId }, fileIds)))
    throw new Refusal("badInput", { fields: [{ path: "files", code: "fileGone" }] });
  await retainFiles(tx, holder, fileIds);
}
