/** What every text of a ticket has in common: who wrote it, and its files. */

import type { Parsed } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import { ticketLimits } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { tickets } from "@portico/api/tickets.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { findFileFaults, retainFiles, storeContents } from "../files/files.ts";
import { type CheckedUpload, checkUpload, insertKept, withdrawFile } from "../files/store.ts";
import { insertFiles, listWithdrawn } from "./changes.queries.ts";
import { refusalToAttach } from "./tickets.policy.ts";

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

type Documents = Parsed<typeof tickets.create>["body"]["documents"];

/** Checks the files of a body before anything is stored; `fileRefused` or `badInput` names the first that does not fit. */
export async function receiveDocuments(
  context: Context,
  holder: Holder,
  { files, documents = [] }: { files: readonly number[]; documents?: Documents },
): Promise<CheckedUpload[]> {
  if (documents.length === 0) return [];
  enforce(refusalToAttach(requireViewer(context), holder));
  if (files.length + documents.length > ticketLimits.files)
    throw new Refusal("badInput", { fields: [{ path: "documents", code: "tooLong" }] });
  const received: CheckedUpload[] = [];
  for (const [place, { fileName: name, base64data: sent }] of documents.entries())
    received.push(await checkUpload(context, { name, sent }, `documents.${place}.base64data`));
  return received;
}

/**
 * Runs `work` in the transaction that stores the received files. `addFiles` inserts their rows, once the text is known to
 * be new, and answers to their ids; those of a note are for staff alone.
 */
export function withDocuments<T>(
  context: Context,
  holder: Holder,
  received: readonly CheckedUpload[],
  work: (tx: Tx, addFiles: (given: { internal: boolean }) => Promise<number[]>) => Promise<T>,
): Promise<T> {
  const viewer = requireViewer(context);
  const contents: readonly Buffer[] = received.map(({ content }) => content);
  return storeContents(context, contents, (tx, hashes) =>
    work(tx, async ({ internal }) => {
      const ids: number[] = [];
      for (const [place, file] of received.entries()) {
        const sha256 = hashes[place] ?? Buffer.alloc(0);
        const by = { uploadedBy: viewer.userId, byAdmin: !isHolder(viewer, holder) };
        const id = await insertKept(tx, { holder, sha256, ...by }, file);
        if (internal) await withdrawFile(tx, id);
        const { name, size } = file;
        tx.audit("file.uploaded", holder, { after: { id, name, size, sha256: sha256.toString("hex") } });
        ids.push(id);
      }
      return ids;
    }),
  );
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
