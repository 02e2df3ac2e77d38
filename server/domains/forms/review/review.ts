/** The staff review of a submission: compared with the previous one, with remarks and accepted steps. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { remark as remarkShape, revision as revisionShape } from "@portico/api/forms/revisions.ts";
import type { z } from "zod";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { ownedBy } from "../../../kernel/holder-of.ts";
import { canOf, enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { isHolder } from "../../../kernel/viewer.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getHolder, getHolderAccount, getUserNames } from "../../holders/holders.ts";
import { readLockedState } from "../../holders/states.ts";
import { claimByAnswering } from "../../work-claims/work-claims.ts";
import { type FormOf, openRevision } from "../content.ts";
import { isStep } from "../definition.ts";
import { requireForm } from "../draft/drafts.ts";
import { refusalToAccept, refusalToApprove, refusalToReview, refusalToSendContract, stepOf } from "../forms.policy.ts";
import { findRevision, findWaiting, type RevisionRecord } from "../forms.queries.ts";
import { findInOtherForms } from "../identifiers/blind-index.ts";
import { settledThen } from "../submission/applicable-settings.ts";
import { listAttempts } from "../submission/attempts.ts";
import { findFormContract } from "./contract.ts";
import { withoutAssessment } from "./findings.ts";
import {
  type DecisionRecord,
  deleteAcceptance,
  findAcceptances,
  findDecision,
  findRemarks,
  insertAcceptance,
  insertRemark,
  listRevisionRecords,
  type RemarkRecord,
  withdrawRemarkRow,
} from "./review.queries.ts";

type Revision = z.infer<typeof revisionShape>;
type Remark = z.infer<typeof remarkShape>;
type NameOf = (userId: number) => { id: number; name: string };

const getNameLookup = async (context: Context, ids: readonly (number | null | undefined)[]): Promise<NameOf> => {
  const known = ids.filter((id) => typeof id === "number");
  const names = await getUserNames(context.db, [...new Set(known)]);
  return (id) => ({ id, name: names.get(id) ?? "" });
};

const toRemark = ({ author_id, created_at, ...remark }: RemarkRecord, nameOf: NameOf): Remark => ({
  ...remark,
  author: nameOf(author_id),
  created_at: created_at.toISOString(),
});

const toDecision = (
  row: Pick<DecisionRecord, "decision" | "reason" | "decided_by" | "decided_at">,
  nameOf: NameOf,
) => ({
  decision: row.decision,
  reason: row.reason,
  by: nameOf(row.decided_by),
  at: row.decided_at.toISOString(),
});

/** Every revision of a holder's form with its decision, newest first. */
export async function listRevisions(context: Context, path: FormOf): Promise<Answer<(typeof forms)["listRevisions"]>> {
  const form = requireForm(path);
  await getHolder(context.db, form);
  const rows = await listRevisionRecords(context.db, form);
  const nameOf = await getNameLookup(
    context,
    rows.flatMap(({ submitted_by, decided_by }) => [submitted_by, decided_by]),
  );
  return rows.map(({ decision, reason, decided_by, decided_at, submitted_at, submitted_by, ...row }) => ({
    ...row,
    submitted_at: submitted_at.toISOString(),
    submitted_by: nameOf(submitted_by),
    decision:
      decision && decided_by && decided_at ? toDecision({ decision, reason, decided_by, decided_at }, nameOf) : null,
  }));
}

/** One revision with the previous one and the remarks on both. Staff who read their own form see no more than any client. */
export async function getRevision(
  context: Context,
  path: FormOf & { revision: number },
): Promise<Answer<(typeof forms)["getRevision"]>> {
  const form = requireForm(path);
  const { db } = context;
  const [holder, account, row, before] = await Promise.all([
    getHolder(db, form),
    getHolderAccount(db, form),
    findRevision(db, form, path.revision),
    findRevision(db, form, path.revision - 1),
  ]);
  if (!row) throw new Refusal("notFound");
  const viewer = requireViewer(context);
  const isOwn = isHolder(viewer, form);
  const [remarks, previousRemarks, accepted, decision, waiting, content, contract] = await Promise.all([
    findRemarks(db, row.id, isOwn ? "client" : undefined),
    before ? findRemarks(db, before.id, "client") : [],
    findAcceptances(db, row.id),
    findDecision(db, row.id),
    findWaiting(db, form),
    openRevision(context, form, row),
    findFormContract(db, viewer, form),
  ]);
  const nameOf = await getNameLookup(context, [
    row.submitted_by,
    before?.submitted_by,
    decision?.decided_by,
    ...[...remarks, ...previousRemarks].map(({ author_id }) => author_id),
    ...accepted.map(({ accepted_by }) => accepted_by),
  ]);
  const refusal = refusalToReview(viewer, form, { state: holder.state, isWaiting: waiting === row.id });
  const contributors = { submittedBy: row.submitted_by, filledBy: content.filledBy };
  return {
    holder: { name: holder.name, state: holder.state, client_number: account.clientNumber },
    id: row.id,
    current: await presentRevision(context, form, row, { content, nameOf, isOwn }),
    previous: before
      ? await presentRevision(context, form, before, {
          content: await openRevision(context, form, before),
          nameOf,
          isOwn,
        })
      : null,
    remarks: remarks.map((remark) => toRemark(remark, nameOf)),
    previousRemarks: previousRemarks.map((remark) => toRemark(remark, nameOf)),
    accepted: accepted.map(({ step, accepted_by, accepted_at }) => ({
      step,
      by: nameOf(accepted_by),
      at: accepted_at.toISOString(),
    })),
    decision: decision ? toDecision(decision, nameOf) : null,
    contract,
    can: canOf({
      review: refusal,
      accept: refusal ?? refusalToAccept(viewer, contributors),
      approve: refusal ?? refusalToApprove(viewer, contributors, contract),
      sendContract: refusalToSendContract(viewer, form, holder.state),
    }),
    attempts: isOwn ? [] : await listAttempts(context, form),
    elsewhere: isOwn ? { found: [], isCut: false } : await findInOtherForms(context, form, content.form_data),
  };
}

async function presentRevision(
  context: Context,
  form: FormOf,
  row: RevisionRecord,
  { content, nameOf, isOwn }: { content: Awaited<ReturnType<typeof openRevision>>; nameOf: NameOf; isOwn: boolean },
): Promise<Revision> {
  const { form_data, explanations, inconsistencies, computed, declarations } = content;
  return {
    revision: row.revision,
    form_data,
    explanations,
    inconsistencies,
    computed: isOwn ? withoutAssessment(computed) : computed,
    declarations,
    submitted_at: row.submitted_at.toISOString(),
    submitted_by: nameOf(row.submitted_by),
    by_admin: row.by_admin,
    settled: await settledThen(context.db, form.type, content),
  };
}

type RevisionPath = FormOf & { revision: number };

/**
 * Locks the holder and finds the revision's row; `stateConflict` if it is not the one under review, `fourEyes` if it is
 * the viewer's own.
 */
async function requireReviewable(trx: Trx, context: Context, form: FormOf, revision: number): Promise<RevisionRecord> {
  const viewer = requireViewer(context);
  const state = await readLockedState(trx, form);
  const row = await findRevision(trx, form, revision);
  if (!row) throw new Refusal("notFound");
  enforce(refusalToReview(viewer, form, { state, isWaiting: (await findWaiting(trx, form)) === row.id }));
  return row;
}

/** Updates other reviewers' open pages; the client learns nothing before the decision. */
const emitReviewed = (tx: Tx, { holderType, holderId }: FormOf): void =>
  tx.emit("reviews:changed", { holder: { holderType, holderId } });

/** Adds a remark to a field or step. A remark for the client withdraws the step's acceptance. */
export async function addRemark(
  context: Context,
  path: RevisionPath,
  { path: place, audience, text }: { path: string; audience: "client" | "staff"; text: string },
): Promise<Remark> {
  const form = requireForm(path);
  const viewer = requireViewer(context);
  const step = stepOf(place);
  if (!isStep(form.type, step)) throw new Refusal("badInput", { fields: [{ path: "path", code: "unknown" }] });
  const row = await transact(context, async (tx) => {
    const { id: revisionId } = await requireReviewable(tx, context, form, path.revision);
    if (audience === "client") await deleteAcceptance(tx, revisionId, step);
    await claimByAnswering(
      tx,
      { kind: "form", itemId: revisionId, holder: form },
      { userId: viewer.userId, at: context.now() },
    );
    const added = await insertRemark(tx, {
      ...ownedBy(form),
      revision_id: revisionId,
      path: place,
      audience,
      text,
      author_id: viewer.userId,
    });
    tx.audit("form.remarked", form, {
      after: { revision: path.revision, remark: added.id, path: place, audience },
    });
    emitReviewed(tx, form);
    return added;
  });
  return toRemark(row, (id) => ({ id, name: viewer.name }));
}

/** Withdraws a remark before the decision; `notFound` if the revision has no current remark with that id. */
export async function withdrawRemark(
  context: Context,
  path: RevisionPath & { remarkId: number },
): Promise<{ done: true }> {
  const form = requireForm(path);
  await transact(context, async (tx) => {
    const { id: revisionId } = await requireReviewable(tx, context, form, path.revision);
    const withdrawn = await withdrawRemarkRow(tx, revisionId, path.remarkId);
    if (!withdrawn) throw new Refusal("notFound");
    tx.audit("form.remarkWithdrawn", form, {
      before: { revision: path.revision, remark: withdrawn.id, path: withdrawn.path, audience: withdrawn.audience },
    });
    emitReviewed(tx, form);
  });
  return { done: true };
}

/** `fourEyes` if the viewer contributed to the submission. */
async function requireOtherHands(context: Context, form: FormOf, row: RevisionRecord): Promise<void> {
  const { filledBy } = await openRevision(context, form, row);
  enforce(refusalToAccept(requireViewer(context), { submittedBy: row.submitted_by, filledBy }));
}

interface Assessed {
  steps: readonly string[];
  accepted: boolean;
}

/** Accepts steps, all or none, or withdraws that. `stateConflict` if the client has a remark on one. */
export async function acceptSteps(
  context: Context,
  path: RevisionPath,
  { steps, accepted }: Assessed,
): Promise<{ accepted: string[] }> {
  const form = requireForm(path);
  const unknown = steps.flatMap((step, place) => (isStep(form.type, step) ? [] : [`steps.${place}`]));
  if (unknown.length > 0)
    throw new Refusal("badInput", { fields: unknown.map((place) => ({ path: place, code: "unknown" })) });
  return transact(context, async (tx) => {
    const row = await requireReviewable(tx, context, form, path.revision);
    if (accepted) await requireOtherHands(context, form, row);
    const remarked = (await findRemarks(tx, row.id, "client")).map((remark) => stepOf(remark.path));
    if (accepted && steps.some((step) => remarked.includes(step))) throw new Refusal("stateConflict");
    const { userId } = requireViewer(context);
    await claimByAnswering(tx, { kind: "form", itemId: row.id, holder: form }, { userId, at: context.now() });
    for (const step of new Set(steps)) {
      const changed = accepted
        ? await insertAcceptance(tx, { revision_id: row.id, step, accepted_by: userId })
        : await deleteAcceptance(tx, row.id, step);
      const action = accepted ? "form.stepAccepted" : "form.stepReopened";
      if (changed) tx.audit(action, form, { after: { revision: path.revision, step } });
    }
    emitReviewed(tx, form);
    return { accepted: (await findAcceptances(tx, row.id)).map((one) => one.step) };
  });
}

/** Accepts a step, or withdraws that, as `acceptSteps`. */
export const acceptStep = (
  context: Context,
  path: RevisionPath,
  { step, accepted }: { step: string; accepted: boolean },
): Promise<{ accepted: string[] }> => acceptSteps(context, path, { steps: [step], accepted });
