/** SQL of the index of identifiers: the digests of each holder's newest submitted and newest approved form. */
import type { FormType } from "@portico/api/forms/forms.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** What is in the index for a revision, and how it was made. */
export interface IndexEntry {
  digests: readonly Buffer[];
  /** The data key. */
  keyId: number;
  scheme: number;
}

/** No later revision of the form, or the newest approved one; `form` is the revision's row. */
const isCurrent = sql<boolean>`(
  not exists (
    select from form_revision as later
    where later.holder_type = form.holder_type and later.holder_id = form.holder_id
      and later.form_type = form.form_type and later.revision > form.revision
  ) or exists (
    select from form_decision as decision where decision.revision_id = form.id and decision.decision = 'approved'
  ) and not exists (
    select from form_revision as later join form_decision as decision on decision.revision_id = later.id
    where later.holder_type = form.holder_type and later.holder_id = form.holder_id
      and later.form_type = form.form_type and later.revision > form.revision and decision.decision = 'approved'
  )
)`;

/** Adds the revision, if it still is one of the holder's current ones, and deletes those that no longer are. */
export async function saveIndexed(trx: Trx, holder: Holder, revisionId: number, entry: IndexEntry): Promise<void> {
  const { holderType, holderId } = holder;
  await sql`
    insert into identifier_index (holder_type, holder_id, revision_id, key_id, scheme, digests)
    select form.holder_type, form.holder_id, form.id, ${entry.keyId}, ${entry.scheme}, ${[...entry.digests]}::bytea[]
    from form_revision as form
    where form.id = ${revisionId} and form.holder_type = ${holderType} and form.holder_id = ${holderId} and ${isCurrent}
    on conflict (holder_type, holder_id, revision_id)
      do update set key_id = excluded.key_id, scheme = excluded.scheme, digests = excluded.digests`.execute(trx);
  await sql`
    delete from identifier_index as entry using form_revision as form
    where entry.holder_type = ${holderType} and entry.holder_id = ${holderId}
      and form.id = entry.revision_id and not ${isCurrent}`.execute(trx);
}

export interface IndexedForm {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  form_type: FormType;
  revision: number;
  answers: Buffer;
  content_hash: Buffer;
}
const formColumns = sql`form.id, form.holder_type, form.holder_id, form.form_type, form.revision, form.answers,
  form.content_hash`;

/**
 * Forms of other holders that have one of the digests, the last submitted first, with name and state of the holder. Materialized:
 * PostgreSQL expects far more rows than a few, and would read every form backwards.
 */
export async function findIndexed(
  db: Db,
  digests: readonly Buffer[],
  { besides: { holderType, holderId }, limit }: { besides: Holder; limit: number },
): Promise<(IndexedForm & { name: string; state: HolderState })[]> {
  const { rows } = await sql<IndexedForm & { name: string; state: HolderState }>`
    with entry as materialized (
      select revision_id from identifier_index
      where digests && ${[...digests]}::bytea[] and (holder_type, holder_id) <> (${holderType}, ${holderId}::bigint)
    ), newest as materialized (
      select revision_id from entry order by revision_id desc limit ${limit}
    )
    select ${formColumns}, coalesce(person.name, nullif(company.name, ''), company.draft_name, '') as name,
      coalesce(person.state, company.state) as state
    from newest join form_revision as form on form.id = newest.revision_id
    left join app_user as person on form.holder_type = 'user' and person.id = form.holder_id
    left join company on form.holder_type = 'company' and company.id = form.holder_id
    order by form.id desc`.execute(db);
  return rows;
}

/** Current revisions that are not in the index as it is made now, some of them after the given one. */
export async function listUnindexed(
  db: Db,
  { keyId, scheme, after, limit }: Pick<IndexEntry, "keyId" | "scheme"> & { after: number; limit: number },
): Promise<IndexedForm[]> {
  const { rows } = await sql<IndexedForm>`
    select ${formColumns} from form_revision as form
    where form.id > ${after} and ${isCurrent} and not exists (
      select from identifier_index as entry
      where entry.revision_id = form.id and entry.key_id = ${keyId} and entry.scheme = ${scheme}
    )
    order by form.id limit ${limit}`.execute(db);
  return rows;
}
