/**
 * Versions of what the firm publishes, for every kind of content: one draft at most, one published version at most. What
 * was published never changes, and nothing returns but as a new draft. Each function joins the caller's transaction.
 */
import type { FieldError } from "@portico/api/errors.ts";
import { languagesBehind } from "@portico/api/rules/languages-behind.ts";
import type { Language } from "@portico/api/shapes.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { transact, type WriteContext } from "../../../unit-of-work/transact.ts";
import {
  type ContentKey,
  type ContentVersion,
  endPublishedRow,
  findVersionRow,
  insertDraftRow,
  listEverPublishedRows,
  listOpenRows,
  listPublishedRows,
  listTextMarks,
  listVersionRows,
  publishRow,
  setDraftAside,
  updateDraftRow,
} from "./versions.queries.ts";

export type { ContentKey, ContentState, ContentVersion } from "./versions.queries.ts";

/** The `edit` of the draft on which a change is based; null: there was no draft. */
export type Since = number | null;
/** Its path is within the data: `texts.bg.title`. */
export type ContentFault = FieldError;

/** The subject of content in the audit log. */
const auditKey = ({ kind, subject }: ContentKey): string => `${kind}/${subject}`;
/** The stored data has the shape that the kind's own service checked when it was saved. */
const as = <Data>(row: ContentVersion): ContentVersion<Data> => row as ContentVersion<Data>;

function requireUser({ viewer }: WriteContext): number {
  if (!viewer) throw new Refusal("unauthenticated");
  return viewer.userId;
}
const must = (isDone: boolean): void => {
  if (!isDone) throw new Refusal("stateConflict");
};
async function requireRow<Data>(db: Db, key: ContentKey, which: number | "draft"): Promise<ContentVersion<Data>> {
  const row = await findVersionRow(db, key, which);
  if (!row) throw new Refusal("notFound");
  return as<Data>(row);
}

/** One version; `notFound` if there is none. */
export const getVersion = <Data>(db: Db, key: ContentKey, version: number): Promise<ContentVersion<Data>> =>
  requireRow<Data>(db, key, version);

/** Every version, the newest first; empty for an unknown subject. */
export const listVersions = async <Data>(db: Db, key: ContentKey): Promise<ContentVersion<Data>[]> =>
  (await listVersionRows(db, key)).map((row) => as<Data>(row));

/** Drafts and published versions of all subjects of a kind, by subject. */
export const listOpenVersions = async <Data>(db: Db, kind: string): Promise<ContentVersion<Data>[]> =>
  (await listOpenRows(db, kind)).map((row) => as<Data>(row));

/**
 * The languages of each subject that were left behind (rules/languages-behind.ts), of a whole kind or of some subjects.
 * Drafts that were set aside do not count. A subject that has none may be missing.
 */
export async function findLanguagesBehind(
  db: Db,
  kind: string,
  subjects?: readonly string[],
): Promise<Map<string, Language[]>> {
  const marks = Map.groupBy(await listTextMarks(db, kind, subjects), ({ subject }) => subject);
  return new Map([...marks].map(([subject, versions]) => [subject, languagesBehind(versions)]));
}

/** What was ever public, in the order of publishing; of each version only the named fields. */
export const listEverPublished = async <Data, Field extends keyof Data & string>(
  db: Db,
  key: ContentKey,
  fields: readonly Field[],
): Promise<{ published_at: Date; data: Pick<Data, Field> }[]> =>
  (await listEverPublishedRows(db, key, fields)).map((row) => ({ ...row, data: row.data as Pick<Data, Field> }));

/** What is public now, or undefined. */
export async function findPublished<Data>(db: Db, key: ContentKey): Promise<ContentVersion<Data> | undefined> {
  const row = await findVersionRow(db, key, "published");
  return row && as<Data>(row);
}
/** What is public now; `notFound` if nothing is. */
export async function getPublished<Data>(db: Db, key: ContentKey): Promise<ContentVersion<Data>> {
  const row = await findPublished<Data>(db, key);
  if (!row) throw new Refusal("notFound");
  return row;
}
/** What is public now of the given subjects, or of all of the kind. */
export const listPublished = async <Data>(
  db: Db,
  kind: string,
  subjects?: readonly string[],
): Promise<ContentVersion<Data>[]> => (await listPublishedRows(db, kind, subjects)).map((row) => as<Data>(row));

/** Saves the draft, or begins one; `stateConflict` if the draft is not the one that was read. */
export const saveDraft = <Data>(
  context: WriteContext,
  key: ContentKey,
  { data, since }: { data: Data; since: Since },
): Promise<ContentVersion<Data>> =>
  transact(context, async (tx) => {
    const userId = requireUser(context);
    must(
      since === null
        ? await insertDraftRow(tx, key, { data, userId })
        : await updateDraftRow(tx, key, { data, userId, since }),
    );
    const draft = await requireRow<Data>(tx, key, "draft");
    tx.audit("content.saved", auditKey(key), { after: { version: draft.version, edit: draft.edit } });
    return draft;
  });

/**
 * Makes the draft public in place of the version before. `badInput` with the faults that `check` names, before anything
 * changes; `stateConflict` if the draft is not the one that was read.
 */
export const publish = <Data>(
  context: WriteContext,
  key: ContentKey,
  {
    version,
    since,
    check,
  }: { version: number; since: number; check: (data: Data) => ContentFault[] | Promise<ContentFault[]> },
): Promise<ContentVersion<Data>> =>
  transact(context, async (tx) => {
    const userId = requireUser(context);
    const draft = await requireRow<Data>(tx, key, version);
    if (draft.state !== "draft" || draft.edit !== since) throw new Refusal("stateConflict");
    const fields = await check(draft.data);
    if (fields.length > 0) throw new Refusal("badInput", { fields });
    await endPublishedRow(tx, key, { state: "superseded" });
    must(await publishRow(tx, key, { version, since, userId }));
    tx.audit("content.published", auditKey(key), { after: { version } });
    return requireRow<Data>(tx, key, version);
  });

/** A publication that happened before the portal was there; false if the draft is another one. */
export const recordPublication = publishRow;

/** Takes the published version out of the public; `stateConflict` if it is not the one that was read. */
export const archive = (context: WriteContext, key: ContentKey, version: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    must(await endPublishedRow(tx, key, { state: "archived", version }));
    tx.audit("content.archived", auditKey(key), { after: { version } });
    return { done: true };
  });

/** Sets the draft aside; it stays among the versions, from where it can be restored. */
export const discardDraft = (context: WriteContext, key: ContentKey, since: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const draft = await findVersionRow(tx, key, "draft");
    must(await setDraftAside(tx, key, since));
    tx.audit("content.discarded", auditKey(key), { after: { version: draft?.version } });
    return { done: true };
  });

/**
 * Begins a draft with the content of an earlier version; what is published stays. The draft that was read (`since`) is
 * set aside, not overwritten.
 */
export const restoreAsDraft = <Data>(
  context: WriteContext,
  key: ContentKey,
  { version, since }: { version: number; since: Since },
): Promise<ContentVersion<Data>> =>
  transact(context, async (tx) => {
    const userId = requireUser(context);
    const { data } = await requireRow<Data>(tx, key, version);
    if (since !== null) must(await setDraftAside(tx, key, since));
    must(await insertDraftRow(tx, key, { data, userId, restoredFrom: version }));
    const draft = await requireRow<Data>(tx, key, "draft");
    tx.audit("content.restored", auditKey(key), { after: { version: draft.version, from: version } });
    return draft;
  });
