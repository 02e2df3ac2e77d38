/** Versions of lists: read and previewed, then taken in one step or dropped. A version that was taken is kept. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { screening as calls, type ListPreview } from "@portico/api/screening.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { canOf, staffVerdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { dropUnused } from "../../files/quarantine.ts";
import { getUserNames } from "../../holders/holders.ts";
import { toAsker } from "../../imports/audit-entries.ts";
import { countDue, makeAllDue } from "../runs/due.queries.ts";
import { dueJob } from "../screening.jobs.ts";
import {
  discardPreviewed,
  endActive,
  findActiveList,
  findList,
  type ListRecord,
  lockLists,
  listLists as selectLists,
  takePreviewed,
} from "./lists.queries.ts";
import { keepOriginal } from "./originals.ts";
import { compareToActive, presentList, presentPreview, toAuditedList } from "./presented.ts";

const namesOf = ({ db }: Context, records: readonly ListRecord[]): Promise<Map<number, string>> =>
  getUserNames(db, [
    ...new Set(records.flatMap(({ created_by, taken_by }) => [created_by, taken_by]).filter((id) => id !== null)),
  ]);

/** A version as read; `notFound` for another id. */
export async function getList(context: Context, id: number): Promise<ListPreview> {
  const record = await findList(context.db, id);
  if (!record) throw new Refusal("notFound");
  const verdict = staffVerdict(requireViewer(context), calls.takeList);
  const active = await findActiveList(context.db, "file");
  return presentPreview(record, { people: await namesOf(context, [record]), active, verdict });
}

const order = "id";

export async function listLists(
  context: Context,
  { cursor, limit }: Parsed<typeof calls.listLists>["query"],
): Promise<Answer<typeof calls.listLists>> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor, order).id;
  const [found, due] = await Promise.all([selectLists(context.db, { before, limit: limit + 1 }), countDue(context.db)]);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const people = await namesOf(context, rows);
  return {
    lists: rows.map((record) => presentList(record, people)),
    nextCursor: last ? encodeCursor(order, String(last.id), last.id) : null,
    due,
    can: canOf({ upload: staffVerdict(requireViewer(context), calls.previewList) }),
  };
}

/** Reads a file on a worker thread and stores its preview; a file that was not refused is kept. */
export async function previewList(
  context: Context,
  { fileName, content }: Parsed<typeof calls.previewList>["body"],
): Promise<ListPreview> {
  const asker = toAsker(context);
  const id = await context.workers.run(
    "previewScreeningList",
    { upload: { fileName, content: content.pieces }, asker },
    { holder: `user/${asker.userId}`, ...(context.caller.signal && { signal: context.caller.signal }) },
  );
  if ((await findList(context.db, id))?.state !== "refused") await keepOriginal(context, id, content.pieces);
  return getList(context, id);
}

/**
 * The version counts from now on, and everybody is due. `fileRefused` for a file that was refused, `quotesNotAccepted` while
 * refused lines, or that it is older than what counts, are not accepted, `stateConflict` if it was dropped or replaced, or is the
 * very file that counts: all decisions would be asked again for nothing. A second call answers as the first.
 */
export async function takeList(
  context: Context,
  id: number,
  { acceptRefused, acceptOlder }: Parsed<typeof calls.takeList>["body"],
): Promise<ListPreview> {
  const { userId } = requireViewer(context);
  const { state, refused } = await getList(context, id);
  if (state === "refused") throw new Refusal("fileRefused");
  if (state === "previewed" && refused > 0 && !acceptRefused) throw new Refusal("quotesNotAccepted");
  await transact(context, async (tx) => {
    await lockLists(tx);
    const waiting = await findList(tx, id);
    if (waiting?.state === "active") return;
    // Another one may have been taken since the preview was read.
    const standing = waiting && compareToActive(waiting, await findActiveList(tx, "file"));
    if (standing?.isSame) throw new Refusal("stateConflict");
    if (standing?.isOlder && !acceptOlder) throw new Refusal("quotesNotAccepted");
    const before = await endActive(tx, "file");
    const record = await takePreviewed(tx, id, userId);
    if (!record) throw new Refusal("stateConflict");
    await makeAllDue(tx, "list");
    await tx.enqueue(dueJob, {}, { key: "all" });
    tx.audit("screening.listTaken", id, { after: { ...toAuditedList(record), before } });
    tx.emit("screening:lists", {});
  });
  return getList(context, id);
}

/** Drops a version that waits, with its file; doing it twice is no error. */
export async function discardList(context: Context, id: number): Promise<{ done: true }> {
  const original = await transact(context, async (tx) => {
    const record = await discardPreviewed(tx, id);
    if (!record) {
      if ((await findList(tx, id))?.state === "discarded") return null;
      throw new Refusal((await findList(tx, id)) ? "stateConflict" : "notFound");
    }
    tx.audit("screening.listDiscarded", id, { after: { name: record.name } });
    tx.emit("screening:lists", {});
    return record.original;
  });
  if (original) await dropUnused(context, original);
  return { done: true };
}
