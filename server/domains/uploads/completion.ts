/** The end of an upload: its fragments become one content, which is compared with its SHA-256 and checked. */
import type { FieldCode } from "@portico/api/errors.ts";
import { fileMaxBytes } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { UploadAnswer } from "@portico/api/uploads.ts";
import type { Content, Stored } from "../../adapters/files/files.ts";
import { readAllBytes } from "../../kernel/bytes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { createWorkQueue } from "../../kernel/work-queue.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { checkFile, takesOfficeFrom } from "../files/check.ts";
import { dropUnused, holdContent } from "../files/quarantine.ts";
import {
  beginCheck,
  deleteFragments,
  endCheck,
  listFragments,
  settleUpload,
  type UploadRecord,
} from "./uploads.queries.ts";
import { checkHeadType, describedAs, getOwn, headBytes } from "./uploads.ts";

/** Longer than assembling and checking the largest file takes, with others before it. */
const longestCheckSeconds = 300;

/**
 * A sender's files are put together one after another, and those of two senders at once: all side by side would take as long,
 * and every other call would wait for a piece of each. Large ones wait for each other alone.
 */
const assembling = { small: createWorkQueue({ capacity: 2 }), large: createWorkQueue({ capacity: 1 }) };

const refused = (code: FieldCode): Refusal => new Refusal("fileRefused", { fields: [{ path: "", code }] });

/** The content of the fragments, one after another. */
async function* assembled({ db, files }: Pick<Context, "db" | "files">, id: number): AsyncGenerator<Uint8Array> {
  for (const { sha256 } of await listFragments(db, id)) yield* (await files.open(sha256.toString("hex"))).stream();
}

/** Stores the fragments as one content, when it is the sender's turn. */
async function assemble(context: Context, { id, size }: UploadRecord): Promise<Stored> {
  const queue = size > fileMaxBytes ? assembling.large : assembling.small;
  const end = await queue.acquire(requireViewer(context).userId);
  try {
    return await context.files.put(assembled(context, id));
  } finally {
    end();
  }
}

/**
 * Finishes an upload, or gives again the answer that it got: a caller that lost it may repeat the call. While the same
 * upload is being checked, `tooManyRequests`: ask again in a moment.
 */
export async function finishUpload(
  context: Context,
  holder: Holder,
  { id, sha256 }: { id: number; sha256: string },
): Promise<UploadAnswer> {
  const row = await getOwn(context, holder, id);
  if (row.state === "refused") throw refused(row.refused_because ?? "unreadableFile");
  if (row.state !== "open") return describedAs(row);
  if (row.received < row.size) throw new Refusal("stateConflict", { offset: row.received });
  if (!(await beginCheck(context.db, id, longestCheckSeconds))) throw new Refusal("tooManyRequests", { retryAfter: 1 });
  try {
    await check(context, holder, row, sha256);
  } catch (error) {
    await endCheck(context.db, id);
    throw error;
  }
  return finishUpload(context, holder, { id, sha256 });
}

/** Assembles, checks and settles; nothing of a refused file is kept. */
async function check(context: Context, holder: Holder, row: UploadRecord, sha256: string): Promise<void> {
  const { files, antivirus, log } = context;
  const stored = await assemble(context, row);
  const isWhole = stored.sha256 === sha256 && (row.declared_sha256?.equals(Buffer.from(sha256, "hex")) ?? true);
  if (!isWhole) return settle(context, row.id, { refused: "wrongHash" }, stored.sha256);
  const content = await files.open(stored.sha256);
  const verdict = await antivirus.check(content.stream());
  if (verdict.kind === "infected") return settle(context, row.id, { refused: "infected" }, stored.sha256);
  if (verdict.kind === "unreachable") log.warn({ why: verdict.why }, "the virus check was not reached; the file waits");
  const checked = await examine(requireViewer(context), holder, row, content);
  if ("refused" in checked) return settle(context, row.id, checked, stored.sha256);
  // Bytes after the end of a picture are not stored.
  const kept = checked.end < content.size ? await files.put(content.stream(0, checked.end)) : stored;
  const clean = verdict.kind === "clean";
  await settle(context, row.id, { ...kept, mediaType: checked.mediaType, clean }, stored.sha256);
}

/** A ZIP is opened by the batch that uses it. */
async function examine(viewer: Viewer, holder: Holder, row: UploadRecord, content: Content) {
  const head = await readAllBytes(content.stream(0, Math.min(headBytes, content.size)));
  const { name, size } = { name: row.name, size: content.size };
  const type = checkHeadType(viewer, holder, row, head);
  if ("refused" in type) return type;
  if (row.purpose === "batch") return { ...type, end: size };
  const takesOffice = takesOfficeFrom(viewer, holder);
  return checkFile({ name, size, head, content: content.stream(), takesOffice }, viewer.userId);
}

type Outcome = { refused: FieldCode } | { sha256: string; size: number; mediaType: string; clean: boolean };

/** Stores the outcome, and deletes the fragments and what else is not kept. */
async function settle(context: Context, id: number, outcome: Outcome, assembledAs: string): Promise<void> {
  const fragments = await transact(context, async (tx) => {
    const result = "refused" in outcome ? outcome : { ...outcome, sha256: Buffer.from(outcome.sha256, "hex") };
    // Deleted meanwhile by a removal of the same content: the check is repeated.
    if ("sha256" in result && !(await holdContent(context, tx, result.sha256)))
      throw new Refusal("unavailable", { retryAfter: 1 });
    if (!(await settleUpload(tx, id, result))) throw new Refusal("notFound");
    return deleteFragments(tx, id);
  });
  const left = [...fragments.map(({ sha256 }) => sha256), Buffer.from(assembledAs, "hex")];
  for (const sha256 of left) await dropUnused(context, sha256);
}
