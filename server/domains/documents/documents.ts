/** Reading documents: lists, one with its versions, and the first opening by the holder. */
import { type DocumentRow, documents } from "@portico/api/documents.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { documentBinDays } from "@portico/api/rules/documents.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { pageOf, pageStart } from "../../kernel/cursor.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { isoOf } from "../../kernel/instants.ts";
import { canOf } from "../../kernel/policy.ts";
import type { RawJson } from "../../kernel/raw-json.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Stamped } from "../../kernel/stamped.ts";
import { answerFrom, rowsOf } from "../../kernel/told.ts";
import type { Db } from "../../kernel/transaction.ts";
import { readsAsStaff, type Viewer } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";
import { settingsOf } from "../settings/settings.ts";
import {
  refusalToAdd,
  refusalToAddVersion,
  refusalToCorrect,
  refusalToRemove,
  refusalToRestore,
} from "./documents.policy.ts";
import {
  type DocumentRecord,
  type DocumentsRow,
  documentMoments,
  findDocument,
  listSettings,
  listVersions,
  openNewest,
  tellDocuments,
} from "./documents.queries.ts";
import type { Keeping } from "./removal/deletion.queries.ts";
import { isHeldBy, readKeeping, toKeeping } from "./removal/retention.ts";

const order = "documents";
const dayMs = 24 * 3600 * 1000;

/** How documents are judged now: the types that are kept for a period of their own, and the time. */
export interface Judging {
  keeping: readonly Keeping[];
  now: Date;
}
export const getJudging = async ({ db, now }: Pick<Context, "db" | "now">): Promise<Judging> => ({
  keeping: await readKeeping(db),
  now: now(),
});

export const toDocumentStatus = (row: DocumentRecord, { keeping, now }: Judging) => ({
  holder: holderOf(row),
  createdBy: row.created_by,
  isUsed: row.is_used || isHeldBy(keeping, row, now),
  isInBin: row.deleted_at !== null,
});

/** A document as its reader gets it. */
export function presentDocument(viewer: Viewer, row: DocumentRecord, judging: Judging): DocumentRow {
  const status = toDocumentStatus(row, judging);
  return {
    id: row.id,
    holder_type: row.holder_type,
    holder_id: row.holder_id,
    type: row.type,
    title: row.title,
    valid_until: row.valid_until,
    by_admin: row.by_admin,
    changed_at: isoOf(row.changed_at),
    versions: row.number,
    file: {
      id: row.file_id,
      name: row.file_name,
      size: row.size,
      media_type: row.media_type,
      state: row.file_state,
    },
    thumbnail: row.has_thumbnail && row.file_state === "clean",
    unread: row.version_by_admin && row.opened_at === null,
    deleted_until:
      row.deleted_at === null ? null : new Date(row.deleted_at.getTime() + documentBinDays * dayMs).toISOString(),
    can: canOf({
      addVersion: refusalToAddVersion(viewer, status),
      correct: refusalToCorrect(viewer, status),
      remove: refusalToRemove(viewer, status),
      restore: refusalToRestore(viewer, status),
    }),
  };
}

interface Wanted {
  type: string;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  bin?: boolean | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** What the viewer may do in the list, besides with its rows. */
const canIn = (viewer: Viewer, holder: Holder, { types }: SettingValue<"documentTypes">) => ({
  add: types.some((type) => refusalToAdd(viewer, holder, type) === null),
  ask: refusalToDecide(viewer, documents.ask, holder) === null,
});

/** A page of a holder's documents, the newest first. The bin is for staff: for others it is empty. */
export async function listHolderDocuments(
  context: Context,
  holder: Holder,
  { type, search, from, to, bin = false, cursor, limit }: Wanted,
  row: DocumentsRow | undefined,
): Promise<Answer<typeof documents.list> | Stamped<RawJson<Answer<typeof documents.list>>>> {
  const viewer = requireViewer(context);
  if (from !== undefined && to !== undefined && from > to)
    throw new Refusal("badInput", { fields: [{ path: "to", code: "tooSmall" }] });
  const [kinds, { timeZone }] = settingsOf(listSettings, row?.settings);
  const can = canIn(viewer, holder, kinds);
  if (bin && !readsAsStaff(viewer, holder)) return { documents: [], unread: 0, can, nextCursor: null };
  const keeping = toKeeping(kinds);
  const now = context.now();
  const wanted = { type: type === "all" ? undefined : type, search: search || undefined, from, to, timeZone, bin };
  const query = { cursor, limit, order, key: "moment" } as const;
  const { after, limit: read } = pageStart(query);
  return answerFrom({
    of: [order, holder, wanted, cursor, limit, viewer, row],
    moment: now,
    schema: documents.list.answer,
    tell: (known) => tellDocuments(context.db, holder, { ...wanted, before: after, limit: read }, known),
    make({ rows: told }) {
      const found = rowsOf<DocumentRecord>(told, documentMoments);
      const { rows, nextCursor } = pageOf(found, query, ({ changed_at, id }) => [changed_at, id]);
      const held = rows.map((document) => isHeldBy(keeping, document, now));
      return {
        answer: {
          documents: rows.map((document) => presentDocument(viewer, document, { keeping, now })),
          unread: row?.unread ?? 0,
          can,
          nextCursor,
        },
        holdsAt: (moment) => rows.every((document, at) => isHeldBy(keeping, document, moment) === held[at]),
      };
    },
  });
}

/** The holder's document; one in the bin only for staff. `notFound` otherwise. */
export async function readDocument(db: Db, viewer: Viewer, holder: Holder, id: number): Promise<DocumentRecord> {
  const row = await findDocument(db, id, holder);
  if (!row || (row.deleted_at !== null && !readsAsStaff(viewer, holder))) throw new Refusal("notFound");
  return row;
}

/** A document with its versions; a client is not told which member of staff added one. */
export async function getDocument(context: Context, holder: Holder, id: number): Promise<Answer<typeof documents.get>> {
  const viewer = requireViewer(context);
  const row = await readDocument(context.db, viewer, holder, id);
  const history = await listVersions(context.db, id);
  const asStaff = readsAsStaff(viewer, holder);
  return {
    ...presentDocument(viewer, row, await getJudging(context)),
    history: history.map((version) => ({
      number: version.number,
      file: {
        id: version.file_id,
        name: version.file_name,
        size: version.size,
        media_type: version.media_type,
        state: version.file_state,
      },
      sha256: version.sha256.toString("hex"),
      by_admin: version.by_admin,
      added_by: !asStaff && version.by_admin ? null : version.added_by,
      created_at: version.created_at.toISOString(),
      opened_at: version.opened_at?.toISOString() ?? null,
    })),
  };
}

/** Records that the holder opened the newest version; repeating it changes nothing. */
export async function markOpened(context: Context, holder: Holder, id: number): Promise<{ done: true }> {
  const { title } = await readDocument(context.db, requireViewer(context), holder, id);
  await transact(context, async (tx) => {
    const version = await openNewest(tx, id);
    if (version === undefined) return;
    tx.audit("document.opened", holder, { after: { id, title, version } });
    tx.emit("documents:changed", holder);
  });
  return { done: true };
}
