/** Decides submissions and opens the next draft; the caller changes the holder's state. */
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { companyNameOf } from "@portico/api/forms/persons.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { renameCompany } from "../../companies/companies.ts";
import { storeSigningAuthority } from "../../holders/authority.ts";
import { answersAgain, type FormOf, openRevision, type RevisionContent, sealDraft } from "../content.ts";
import { formTypeOf, isExplained, refusalToApprove, reopenedSteps, stepOf } from "../forms.policy.ts";
import { deleteDraft, findRevision, insertDraft, type RevisionRecord, takeWaiting } from "../forms.queries.ts";
import { buildIndexEntry, storeIndexEntry } from "../identifiers/blind-index.ts";
import { storeExpiry } from "../submission/expiry.queries.ts";
import { findFormContract } from "./contract.ts";
import { type DecisionKind, findRemarks, insertDecision, wasEverApproved } from "./review.queries.ts";

const formOf = (holder: Holder): FormOf => ({
  holderType: holder.holderType,
  holderId: holder.holderId,
  type: formTypeOf(holder),
});

export interface Decision {
  holder: Holder;
  decision: DecisionKind;
  reason: string | null;
  /** The revision that the reviewer read; `stateConflict` for another one. */
  revision?: number | undefined;
}

export interface Decided {
  revision: number;
  /** For the client. */
  remarks: string[];
  isRenewal: boolean;
  /** The approved revision with the bank account that it names; null for another decision. */
  account: { revisionId: number; account: FormAccount | null } | null;
  /** The contract that the approval rests on, if the firm requires one. */
  contract: number | null;
}

/** The bank account that a form names, and the submission that names it. */
export interface FormAccount {
  submittedBy: number;
  submittedAt: Date;
  owner: string;
  iban: string;
  bic: string;
  currency: string;
}

/** Null if the form was not asked for an account. */
function toBankAccount(content: Pick<RevisionContent, "form_data">, revision: RevisionRecord): FormAccount | null {
  const answers = content.form_data["bank"] ?? {};
  const text = (name: string) => (typeof answers[name] === "string" ? answers[name] : "");
  const { submitted_by: submittedBy, submitted_at: submittedAt } = revision;
  const [owner, iban, bic, currency] = ["accountHolder", "iban", "bic", "accountCurrency"].map(text) as [
    string,
    string,
    string,
    string,
  ];
  return iban === "" ? null : { submittedBy, submittedAt, owner, iban, bic, currency };
}

/** The answers of a revision; undefined without such a revision. */
export async function readAnswers(
  db: Db,
  context: Context,
  holder: Holder,
  revision: number,
): Promise<FormData | undefined> {
  const record = await findRevision(db, formOf(holder), revision);
  return record && (await openRevision(context, formOf(holder), record)).form_data;
}

/** The account that a revision names; undefined without such a revision. */
export async function readAccount(
  trx: Trx,
  context: Context,
  holder: Holder,
  revision: number,
): Promise<Decided["account"] | undefined> {
  const record = await findRevision(trx, formOf(holder), revision);
  if (!record) return undefined;
  return { revisionId: record.id, account: toBankAccount(await openRevision(context, formOf(holder), record), record) };
}

/**
 * Decides the waiting revision in the caller's transaction, which changes and audits the holder's state.
 * `stateConflict` if none waits (already decided, or nothing submitted), `fourEyes` if the person who submitted it or
 * filled it in would approve it, `contractMissing` if the contract that the firm requires is not signed by both sides,
 * `badInput` (at `reason`) if the client would not learn why.
 */
export async function decideRevision(
  trx: Trx,
  context: Context,
  { holder, decision, reason, revision }: Decision,
): Promise<Decided> {
  const viewer = requireViewer(context);
  const form = formOf(holder);
  const revisionId = await takeWaiting(trx, form);
  const newest = await findRevision(trx, form);
  if (!newest || newest.id !== revisionId || (revision !== undefined && revision !== newest.revision))
    throw new Refusal("stateConflict");
  const content = await openRevision(context, form, newest);
  const contributors = { submittedBy: newest.submitted_by, filledBy: content.filledBy };
  const contract = decision === "approved" ? await requireApprovable(trx, viewer, form, contributors) : null;
  const remarks = await findRemarks(trx, revisionId, "client");
  if (!isExplained(decision, { reason, remarks: remarks.length }))
    throw new Refusal("badInput", { fields: [{ path: "reason", code: "required" }] });
  const isRenewal = await wasEverApproved(trx, form);
  if (!(await insertDecision(trx, { revision_id: revisionId, decision, reason, decided_by: viewer.userId })))
    throw new Refusal("stateConflict");
  if (decision === "approved") {
    await storeExpiry(trx, holder, revisionId);
    await storeIndexEntry(trx, holder, revisionId, await buildIndexEntry(context, form, content.form_data));
    if (holder.holderType === "company") {
      await renameCompany(trx, holder.holderId, companyNameOf(content.form_data));
      await storeSigningAuthority(trx, holder.holderId, content.form_data);
    }
  }
  if (decision === "returned")
    await openAgain(
      trx,
      context,
      form,
      reopenedSteps(
        content.renew,
        remarks.map(({ path }) => stepOf(path)),
      ),
    );
  return {
    revision: newest.revision,
    remarks: remarks.map(({ text }) => text),
    isRenewal,
    contract,
    account: decision === "approved" ? { revisionId, account: toBankAccount(content, newest) } : null,
  };
}

/** The id of the required contract. `contractMissing` names its type. Read in the transaction: what counts as signed cannot be undone. */
async function requireApprovable(
  trx: Trx,
  viewer: Viewer,
  form: FormOf,
  contributors: { submittedBy: number; filledBy: readonly number[] },
): Promise<number | null> {
  const required = await findFormContract(trx, viewer, form);
  const verdict = refusalToApprove(viewer, contributors, required);
  if (verdict === "contractMissing" && required) throw new Refusal(verdict, { contract: required.type });
  enforce(verdict);
  return required?.contract?.id ?? null;
}

/** Declarations are made again in every renewal. */
const declarationsStep = "declarations";

/**
 * Opens the draft of a renewal with the last revision's answers: the given steps, or the whole form. Part of the
 * caller's transaction. Declarations are empty.
 */
export async function openRenewal(
  trx: Trx,
  context: Context,
  holder: Holder,
  steps: readonly string[] | null,
): Promise<void> {
  const renew = steps === null ? null : [...new Set([...steps, declarationsStep])];
  await openAgain(trx, context, formOf(holder), renew, [declarationsStep]);
}

/** Opens the form of a rejected holder with the last revision's answers. Part of the caller's transaction. */
export async function reopenForm(trx: Trx, context: Context, holder: Holder): Promise<void> {
  await openAgain(trx, context, formOf(holder), null);
}

/** The next draft: the newest revision's answers, without those of `emptied` steps. Nothing without a revision. */
async function openAgain(
  trx: Trx,
  context: Context,
  form: FormOf,
  renew: string[] | null,
  emptied: readonly string[] = [],
): Promise<void> {
  const last = await findRevision(trx, form);
  if (!last) return;
  const content = await openRevision(context, form, last);
  const remaining = Object.fromEntries(
    Object.entries(answersAgain(content)).filter(([step]) => !emptied.includes(step)),
  );
  // Whoever contributed to an answer that is kept may not approve it in a renewal either.
  const filledBy = [...new Set([...content.filledBy, last.submitted_by])];
  const answers = await sealDraft(context, form, { form_data: remaining, filledBy });
  await deleteDraft(trx, form);
  await insertDraft(trx, form, {
    answers,
    basedOn: last.revision,
    renew,
    userId: context.viewer?.userId ?? last.submitted_by,
  });
}
