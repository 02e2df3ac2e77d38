/** SQL of form drafts and revisions. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { FormOf } from "./content.ts";

export interface DraftRecord {
  version: number;
  answers: Buffer;
  based_on: number | null;
  renew: string[] | null;
  current_step: string | null;
  created_at: Date;
  changed_at: Date;
  /** The holder's current state. */
  state: HolderState;
}

const ofForm = ({ holderType, holderId, type }: FormOf) =>
  sql<boolean>`holder_type = ${holderType} and holder_id = ${holderId} and form_type = ${type}`;

const holderTable = ({ holderType }: Pick<Holder, "holderType">) =>
  sql.table(holderType === "user" ? "app_user" : "company");

export async function findDraft(db: Db, form: FormOf): Promise<DraftRecord | undefined> {
  const { rows } = await sql<DraftRecord>`
    select version, answers, based_on, renew, current_step, draft.created_at, changed_at, holder.state
    from form_draft as draft join ${holderTable(form)} as holder on holder.id = draft.holder_id
    where ${ofForm(form)}`.execute(db);
  return rows[0];
}

interface NewDraft {
  answers: Buffer;
  basedOn: number | null;
  renew: string[] | null;
  userId: number;
}

/** Creates the draft; false if there is one. */
export async function insertDraft(trx: Trx, form: FormOf, draft: NewDraft): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into form_draft (holder_type, holder_id, form_type, answers, based_on, renew, changed_by)
    values (${form.holderType}, ${form.holderId}, ${form.type}, ${draft.answers}, ${draft.basedOn}, ${draft.renew},
            ${draft.userId})
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** Replaces the version that was read; undefined if another change, or the submission, was first. */
export async function updateDraft(
  db: Db,
  form: FormOf,
  change: { version: number; answers: Buffer; currentStep: string | null; userId: number },
): Promise<{ version: number; changed_at: Date } | undefined> {
  const { rows } = await sql<{ version: number; changed_at: Date }>`
    update form_draft set answers = ${change.answers}, version = version + 1, changed_at = now(),
      changed_by = ${change.userId}, current_step = coalesce(${change.currentStep}, current_step)
    where ${ofForm(form)} and version = ${change.version}
    returning version, changed_at`.execute(db);
  return rows[0];
}

/** Stores the step at which the form was left, which does not change its answers. */
export async function updateCurrentStep(
  db: Db,
  form: FormOf,
  step: string,
): Promise<{ version: number; changed_at: Date } | undefined> {
  const { rows } = await sql<{ version: number; changed_at: Date }>`
    update form_draft set current_step = ${step} where ${ofForm(form)} returning version, changed_at`.execute(db);
  return rows[0];
}

/** Deletes the draft; with a version, only if it is still that one. */
export async function deleteDraft(
  trx: Trx,
  form: FormOf,
  read?: { version: number; created_at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from form_draft where ${ofForm(form)}
      ${read ? sql`and version = ${read.version} and created_at = ${read.created_at}` : sql``}`.execute(trx);
  return numAffectedRows === 1n;
}

export interface RevisionRecord {
  id: number;
  revision: number;
  answers: Buffer;
  content_hash: Buffer;
  submitted_at: Date;
  submitted_by: number;
  by_admin: boolean;
}
const revisionColumns = sql`id, revision, answers, content_hash, submitted_at, submitted_by, by_admin`;

/** The newest revision of the form, or the one with that number. */
export async function findRevision(db: Db, form: FormOf, revision?: number): Promise<RevisionRecord | undefined> {
  const { rows } = await sql<RevisionRecord>`
    select ${revisionColumns} from form_revision
    where ${ofForm(form)} ${revision === undefined ? sql`` : sql`and revision = ${revision}`}
    order by revision desc limit 1`.execute(db);
  return rows[0];
}

/** The newest approved revision of the form; before any approval, the newest submitted one. */
export async function findCurrentRevision(db: Db, form: FormOf): Promise<RevisionRecord | undefined> {
  const { rows } = await sql<RevisionRecord>`
    select ${revisionColumns} from form_revision
    where ${ofForm(form)}
    order by exists (
      select 1 from form_decision where revision_id = form_revision.id and decision = 'approved'
    ) desc, revision desc limit 1`.execute(db);
  return rows[0];
}

/** The newest approved revision of the form. */
export async function findApprovedRevision(db: Db, form: FormOf): Promise<RevisionRecord | undefined> {
  const { rows } = await sql<RevisionRecord>`
    select ${revisionColumns} from form_revision
    where ${ofForm(form)} and exists (
      select 1 from form_decision where revision_id = form_revision.id and decision = 'approved'
    )
    order by revision desc limit 1`.execute(db);
  return rows[0];
}

/** Numbers and times of submissions, newest first; a form has few. */
export async function listSubmissions(db: Db, form: FormOf): Promise<{ revision: number; submitted_at: Date }[]> {
  const { rows } = await sql<{ revision: number; submitted_at: Date }>`
    select revision, submitted_at from form_revision where ${ofForm(form)} order by revision desc limit 100`.execute(
    db,
  );
  return rows;
}

interface NewRevision {
  revision: number;
  answers: Buffer;
  contentHash: Buffer;
  expiresOn: string | null;
  submittedBy: number;
  byAdmin: boolean;
}

/** Adds the revision to the table and the queue; undefined if the number is taken or another submission waits. */
export async function insertRevision(trx: Trx, form: FormOf, row: NewRevision): Promise<number | undefined> {
  const { rows } = await sql<{ revision_id: number }>`
    with added as (
      insert into form_revision (holder_type, holder_id, form_type, revision, answers, content_hash, expires_on,
                                 submitted_by, by_admin)
      values (${form.holderType}, ${form.holderId}, ${form.type}, ${row.revision}, ${row.answers}, ${row.contentHash},
              ${row.expiresOn}, ${row.submittedBy}, ${row.byAdmin})
      on conflict (holder_type, holder_id, form_type, revision) do nothing
      returning id, submitted_at
    )
    insert into form_waiting (holder_type, holder_id, form_type, revision_id, submitted_at)
    select ${form.holderType}, ${form.holderId}::bigint, ${form.type}, id, submitted_at from added
    on conflict do nothing
    returning revision_id`.execute(trx);
  return rows[0]?.revision_id;
}

/** The revision awaiting its decision. */
export async function findWaiting(db: Db, form: FormOf): Promise<number | undefined> {
  const { rows } = await sql<{ revision_id: number }>`
    select revision_id from form_waiting where ${ofForm(form)}`.execute(db);
  return rows[0]?.revision_id;
}

/** Removes the waiting revision from the queue for its decision; undefined if another decision was first. */
export async function takeWaiting(trx: Trx, form: FormOf): Promise<number | undefined> {
  const { rows } = await sql<{ revision_id: number }>`
    delete from form_waiting where ${ofForm(form)} returning revision_id`.execute(trx);
  return rows[0]?.revision_id;
}
