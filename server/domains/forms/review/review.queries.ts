/** SQL of the review: accepted steps, remarks, decisions. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import type { FormOf } from "../content.ts";

export type DecisionKind = "approved" | "returned" | "rejected";
export interface DecisionRecord {
  decision: DecisionKind;
  reason: string | null;
  decided_by: number;
  decided_at: Date;
}

export const findDecision = async (db: Db, revisionId: number): Promise<DecisionRecord | undefined> =>
  (await db
    .selectFrom("form_decision")
    .select(["decision", "reason", "decided_by", "decided_at"])
    .where("revision_id", "=", revisionId)
    .executeTakeFirst()) as DecisionRecord | undefined;

/** Stores the revision's decision; false if it is already decided. */
export const insertDecision = async (
  trx: Trx,
  row: { revision_id: number; decision: DecisionKind; reason: string | null; decided_by: number },
): Promise<boolean> =>
  (await trx
    .insertInto("form_decision")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("revision_id")
    .executeTakeFirst()) !== undefined;

interface AcceptanceRecord {
  step: string;
  accepted_by: number;
  accepted_at: Date;
}

export const findAcceptances = (db: Db, revisionId: number): Promise<AcceptanceRecord[]> =>
  db
    .selectFrom("form_step_acceptance")
    .select(["step", "accepted_by", "accepted_at"])
    .where("revision_id", "=", revisionId)
    .orderBy("accepted_at")
    .orderBy("step")
    .execute();

/** The steps that the reviewer of a revision accepted, if it was not approved as a whole: they stay closed in a draft. */
export const findLockedSteps = async (db: Db, form: FormOf, revision: number): Promise<string[]> => {
  const { rows } = await sql<{ step: string }>`
    select acceptance.step from form_revision
      join form_decision on form_decision.revision_id = form_revision.id and form_decision.decision <> 'approved'
      join form_step_acceptance as acceptance on acceptance.revision_id = form_revision.id
    where form_revision.holder_type = ${form.holderType} and form_revision.holder_id = ${form.holderId}
      and form_type = ${form.type} and revision = ${revision}
    order by acceptance.step`.execute(db);
  return rows.map(({ step }) => step);
};

export const insertAcceptance = (trx: Trx, row: { revision_id: number; step: string; accepted_by: number }) =>
  trx
    .insertInto("form_step_acceptance")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("step")
    .executeTakeFirst();

export const deleteAcceptance = (trx: Trx, revisionId: number, step: string) =>
  trx
    .deleteFrom("form_step_acceptance")
    .where("revision_id", "=", revisionId)
    .where("step", "=", step)
    .returning("step")
    .executeTakeFirst();

/** Copies acceptances to the next revision, with the same person and time. */
export const copyAcceptances = async (
  trx: Trx,
  form: FormOf,
  { from, to, steps }: { from: number; to: number; steps: readonly string[] },
): Promise<void> => {
  await sql`
    insert into form_step_acceptance (revision_id, step, accepted_by, accepted_at)
    select ${to}::bigint, acceptance.step, acceptance.accepted_by, acceptance.accepted_at from form_revision
      join form_decision on form_decision.revision_id = form_revision.id and form_decision.decision <> 'approved'
      join form_step_acceptance as acceptance on acceptance.revision_id = form_revision.id
    where form_revision.holder_type = ${form.holderType} and form_revision.holder_id = ${form.holderId}
      and form_type = ${form.type} and revision = ${from} and acceptance.step = any(${[...steps]}::text[])`.execute(
    trx,
  );
};

/** Whether any revision of the form was ever approved. */
export const wasEverApproved = async (db: Db, form: FormOf): Promise<boolean> =>
  (await db
    .selectFrom("form_revision")
    .innerJoin("form_decision", "form_decision.revision_id", "form_revision.id")
    .select("form_revision.id")
    .where("form_revision.holder_type", "=", form.holderType)
    .where("form_revision.holder_id", "=", form.holderId)
    .where("form_type", "=", form.type)
    .where("decision", "=", "approved")
    .limit(1)
    .executeTakeFirst()) !== undefined;

export interface RemarkRecord {
  id: number;
  path: string;
  audience: "client" | "staff";
  text: string;
  author_id: number;
  created_at: Date;
}
const remarkColumns = ["id", "path", "audience", "text", "author_id", "created_at"] as const;

/** Remarks of a revision that were not withdrawn, in the order they were made. */
export const findRemarks = async (
  db: Db,
  revisionId: number,
  audience?: RemarkRecord["audience"],
): Promise<RemarkRecord[]> => {
  let query = db
    .selectFrom("form_remark")
    .select(remarkColumns)
    .where("revision_id", "=", revisionId)
    .where("withdrawn_at", "is", null);
  if (audience) query = query.where("audience", "=", audience);
  return (await query.orderBy("id").execute()) as RemarkRecord[];
};

export const insertRemark = async (
  trx: Trx,
  row: {
    holder_type: Holder["holderType"];
    holder_id: number;
    revision_id: number;
    path: string;
    audience: string;
    text: string;
    author_id: number;
  },
): Promise<RemarkRecord> =>
  (await trx.insertInto("form_remark").values(row).returning(remarkColumns).executeTakeFirstOrThrow()) as RemarkRecord;

export const withdrawRemarkRow = async (
  trx: Trx,
  revisionId: number,
  remarkId: number,
): Promise<RemarkRecord | undefined> =>
  (await trx
    .updateTable("form_remark")
    .set({ withdrawn_at: sql<Date>`now()` })
    .where("id", "=", remarkId)
    .where("revision_id", "=", revisionId)
    .where("withdrawn_at", "is", null)
    .returning(remarkColumns)
    .executeTakeFirst()) as RemarkRecord | undefined;

interface ListedRevision {
  revision: number;
  submitted_at: Date;
  submitted_by: number;
  by_admin: boolean;
  decision: DecisionKind | null;
  reason: string | null;
  decided_by: number | null;
  decided_at: Date | null;
}

/** Every revision of a form with its decision, newest first. */
export const listRevisionRecords = async (db: Db, form: FormOf): Promise<ListedRevision[]> => {
  const { rows } = await sql<ListedRevision>`
    select revision, submitted_at, submitted_by, by_admin, decision, reason, decided_by, decided_at
    from form_revision left join form_decision on form_decision.revision_id = form_revision.id
    where form_revision.holder_type = ${form.holderType} and form_revision.holder_id = ${form.holderId}
      and form_type = ${form.type}
    order by revision desc`.execute(db);
  return rows;
};
