/** Drafts of forms: opened, saved as they are typed, read on any device. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { Locks } from "@portico/api/forms/closed-steps.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { finalCheck } from "@portico/api/forms/forms.ts";
import { inconsistencyCodes } from "@portico/api/forms/inconsistencies/found.ts";
import { companyNameOf, registerNumberOf } from "@portico/api/forms/persons.ts";
import { saidAt } from "@portico/api/forms/remarks.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import { canonical, plain } from "../../../audit/canonical.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { noteDraftFacts } from "../../companies/companies.ts";
import { getHolder } from "../../holders/holders.ts";
import { readLockedState } from "../../holders/states.ts";
import { getSetting } from "../../settings/settings.ts";
import {
  answersAgain,
  type DraftContent,
  type FormOf,
  largestDraft,
  openDraft,
  openRevision,
  sealDraft,
  sizeOf,
} from "../content.ts";
import { findField, getDefinition, isStep } from "../definition.ts";
import { formTypeOf, isLocked, isOpen } from "../forms.policy.ts";
import {
  type DraftRecord,
  findDraft,
  findRevision,
  findWaiting,
  insertDraft,
  updateCurrentStep,
  updateDraft,
} from "../forms.queries.ts";
import { findDecision, findRemarks } from "../review/review.queries.ts";
import { agreedTexts, settledNow, settledThen } from "../submission/applicable-settings.ts";
import { type Attempt, sealAttempt, storeAttempt } from "../submission/attempts.ts";
import { readLocks } from "./closed-steps.ts";
import { getAccountEmail, getSuggested } from "./initial-answers.ts";

type FormAnswer = Answer<(typeof forms)["get"]>;
type Changes = readonly { step: string; field: string; value: unknown }[];

/** How many devices would have to save at the same moment before one is told to try again. */
const maxTries = 20;

/** The form of the holder in the path; `notFound` if that kind of holder has no such form. */
export function requireForm(form: FormOf): FormOf {
  if (form.type !== formTypeOf(form)) throw new Refusal("notFound");
  return { holderType: form.holderType, holderId: form.holderId, type: form.type };
}

/** Opens a draft with the given answers, or applies them to the open one. */
export async function createDraft(context: Context, path: FormOf, formData: FormData): Promise<FormAnswer> {
  const form = requireForm(path);
  const given = Object.entries(formData).flatMap(([step, fields]) =>
    Object.entries(fields).map(([field, value]) => ({ step, field, value })),
  );
  await requireKnown(form, given);
  const { state } = await getHolder(context.db, form);
  const existing = await findDraft(context.db, form);
  if (!existing && !(await openFirst(context, form, { state, isWhole: given.length === 0 })))
    throw new Refusal("stateConflict");
  if (existing && !isOpen({ state, isWaiting: false })) throw new Refusal("stateConflict");
  if (given.length > 0) await saveChanges(context, form, { changes: given });
  return getForm(context, form);
}

/** Opens a draft with the last revision's answers, a first one with the account's data; false if the form is not open now. */
async function openFirst(
  context: Context,
  form: FormOf,
  /** True if no answers are applied at once, which would emit their own event. */
  { state, isWhole }: { state: HolderState; isWhole: boolean },
): Promise<boolean> {
  if (!isOpen({ state, isWaiting: false })) return false;
  const last = await findRevision(context.db, form);
  const form_data = last ? answersAgain(await openRevision(context, form, last)) : await getSuggested(context.db, form);
  const content: DraftContent = { form_data, filledBy: [] };
  const answers = await sealDraft(context, form, content);
  const { userId } = requireViewer(context);
  return transact(context, async (tx) => {
    if (!(await isOpenNow(tx, form))) return false;
    await insertDraft(tx, form, { answers, basedOn: last?.revision ?? null, renew: null, userId });
    if (isWhole) emitSaved(tx, form, 1);
    return true;
  });
}

/** Locks the holder and returns whether the form may be filled in and submitted now. */
export async function isOpenNow(trx: Trx, form: FormOf): Promise<boolean> {
  const state = await readLockedState(trx, form);
  return isOpen({ state, isWaiting: (await findWaiting(trx, form)) !== undefined });
}

/**
 * Saves changed fields. `stateConflict` if the draft is gone (submitted meanwhile) or not open, or the step is closed
 * in it. Returns the whole draft if another device had changed it since `version`.
 */
export async function saveDraft(
  context: Context,
  path: FormOf,
  body: { version: number; changes: Changes; currentStep?: string | undefined },
): Promise<Answer<(typeof forms)["save"]>> {
  const form = requireForm(path);
  await requireKnown(form, body.changes);
  if (body.currentStep !== undefined && body.currentStep !== finalCheck && !isStep(form.type, body.currentStep))
    throw unknownAt("currentStep");
  const saved = await saveChanges(context, form, body);
  return {
    version: saved.version,
    changed_at: saved.changedAt.toISOString(),
    ...(saved.before.version !== body.version && {
      form_data: saved.content.form_data,
      replaced: saidBefore(saved.before.form_data, body.changes),
    }),
  };
}

async function saveChanges(
  context: Context,
  form: FormOf,
  { changes: given, currentStep }: { changes: Changes; currentStep?: string | undefined },
): Promise<{
  before: { version: number; form_data: FormData };
  version: number;
  changedAt: Date;
  content: DraftContent;
}> {
  const viewer = requireViewer(context);
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const draft = await requireDraft(context, form);
    const before = await openDraft(context, form, draft.answers);
    // Unchanged values need no saving, and a closed step does not refuse them.
    const changes = given.filter((change) => isChange(before.form_data, change));
    if (changes.length > 0) refuseLocked(changes, await readLocks(context, form, draft, before.form_data));
    const content: DraftContent = {
      form_data: merge(before.form_data, changes),
      filledBy: [...new Set([...before.filledBy, viewer.userId])],
    };
    if (sizeOf(content) > largestDraft) throw tooBig(changes);
    const saved =
      changes.length > 0
        ? await writeDraft(context, form, {
            version: draft.version,
            content,
            attempt: await sealAttempt(context, form, before.form_data, content.form_data),
            currentStep: currentStep ?? null,
            userId: viewer.userId,
          })
        : await leaveAt(context, form, draft, currentStep);
    if (!saved) continue;
    return {
      before: { version: draft.version, form_data: before.form_data },
      version: saved.version,
      changedAt: saved.changed_at,
      content,
    };
  }
  throw new Refusal("stateConflict");
}

/** Writes the draft, and for a company the facts shown in staff lists; undefined if another device was first. */
async function writeDraft(
  context: Context,
  form: FormOf,
  {
    content,
    attempt,
    ...change
  }: {
    version: number;
    content: DraftContent;
    attempt: Attempt | undefined;
    currentStep: string | null;
    userId: number;
  },
): Promise<{ version: number; changed_at: Date } | undefined> {
  const answers = await sealDraft(context, form, content);
  return transact(context, async (tx) => {
    const saved = await updateDraft(tx, form, { ...change, answers });
    if (!saved) return undefined;
    if (attempt) await storeAttempt(tx, form, attempt, change.userId);
    if (form.holderType === "company")
      await noteDraftFacts(tx, form.holderId, {
        name: companyNameOf(content.form_data),
        registerNumber: registerNumberOf(content.form_data),
      });
    emitSaved(tx, form, saved.version);
    return saved;
  });
}

const leaveAt = (context: Context, form: FormOf, draft: DraftRecord, step: string | undefined) =>
  step === undefined ? Promise.resolve(draft) : updateCurrentStep(context.db, form, step);

/** The draft, if it may be changed now; `stateConflict` if there is none or it is not open, `notFound` without the holder. */
export async function requireDraft(context: Context, form: FormOf): Promise<DraftRecord> {
  const draft = await findDraft(context.db, form);
  if (!draft) await getHolder(context.db, form);
  if (!draft || !isOpen({ state: draft.state, isWaiting: false })) throw new Refusal("stateConflict");
  return draft;
}

function refuseLocked(changes: Changes, locks: Locks): void {
  if (changes.some(({ step }) => isLocked(step, locks))) throw new Refusal("stateConflict");
}

const isChange = (before: FormData, { step, field, value }: Changes[number]): boolean =>
  canonical(plain(value)) !== canonical(plain(before[step]?.[field]));

const merge = (before: FormData, changes: Changes): FormData => {
  const after: FormData = structuredClone(before);
  for (const { step, field, value } of changes) {
    const answers = (after[step] ??= {});
    if (value === null) delete answers[field];
    else answers[field] = value as FormData[string][string];
  }
  return after;
};

/** Previous values of the changed fields, so that whoever overwrites another device's input is told. */
const saidBefore = (before: FormData, changes: Changes): FormData =>
  merge(
    {},
    changes.map(({ step, field }) => ({ step, field, value: before[step]?.[field] ?? null })),
  );

async function requireKnown(form: FormOf, changes: Changes): Promise<void> {
  const definition = await getDefinition(form.type);
  const unknown = changes.find(({ step, field }) => !isExplanation(step, field) && !findField(definition, step, field));
  if (unknown) throw unknownAt(isStep(form.type, unknown.step) ? `${unknown.step}.${unknown.field}` : unknown.step);
  const tooLong = changes.filter(({ step, value }) => step === finalCheck && !isShort(value));
  if (tooLong.length > 0)
    throw new Refusal("badInput", {
      fields: tooLong.map(({ field }) => ({ path: `${finalCheck}.${field}`, code: "tooLong" })),
    });
}
const isExplanation = (step: string, field: string): boolean =>
  step === finalCheck && inconsistencyCodes.some((code) => code === field);
/** Maximum length of an explanation, which may also be removed. */
const maxSaid = 2000;
const isShort = (value: unknown): boolean => value === null || (typeof value === "string" && value.length <= maxSaid);
const unknownAt = (path: string): Refusal => new Refusal("badInput", { fields: [{ path, code: "unknown" }] });
const tooBig = (changes: Changes): Refusal =>
  new Refusal("badInput", { fields: changes.map(({ step, field }) => ({ path: `${step}.${field}`, code: "tooBig" })) });

const emitSaved = (tx: Tx, { holderType, holderId, type }: FormOf, version: number): void =>
  tx.emit("form:changed", { holderType, holderId, formType: type, version });

/** The current form. `notFound` before it was started. */
export async function getForm(context: Context, path: FormOf): Promise<FormAnswer> {
  const form = await findForm(context, path);
  if (!form) throw new Refusal("notFound");
  return form;
}

/** The current form: draft or last revision, with the reviewer's remarks; undefined before it was started. */
export async function findForm(context: Context, path: FormOf): Promise<FormAnswer | undefined> {
  const form = requireForm(path);
  const { db } = context;
  const [{ state }, draft, last, { beneficialOwnerPercent }, accountEmail] = await Promise.all([
    getHolder(db, form),
    findDraft(db, form),
    findRevision(db, form),
    getSetting(db, "kycRules"),
    getAccountEmail(db, form),
  ]);
  if (!draft && !last) return undefined;
  const decision = last && (await findDecision(db, last.id));
  const isReturned = decision?.decision === "returned";
  const [{ form_data, settled }, remarks, returned] = await Promise.all([
    draft ? openWithNow(context, form, draft) : openLast(context, form, last),
    last && isReturned ? findRemarks(db, last.id, "client") : [],
    last && isReturned ? openRevision(context, form, last) : undefined,
  ]);
  const locks = draft ? await readLocks(context, form, draft, form_data) : null;
  return {
    form_type: form.type,
    form_data,
    revision: last?.revision ?? 0,
    user_id: form.holderType === "user" ? form.holderId : null,
    company_id: form.holderType === "company" ? form.holderId : null,
    state,
    draft: draft
      ? {
          version: draft.version,
          based_on: draft.based_on ?? 0,
          renew: locks?.renew ? [...locks.renew] : null,
          current_step: draft.current_step,
          changed_at: draft.changed_at.toISOString(),
        }
      : null,
    remarks: remarks.map(({ path: at, text }) => ({
      path: at,
      text,
      said: (saidAt(returned?.form_data ?? {}, at) ?? null) as FormData[string][string],
    })),
    reason: decision?.reason ?? null,
    accepted: [...(locks?.accepted ?? [])],
    owner_percent: beneficialOwnerPercent,
    account_email: accountEmail ?? null,
    submitted_at: last?.submitted_at.toISOString() ?? null,
    settled,
    agreed: await agreedTexts(form.type, form_data),
  };
}

async function openWithNow(context: Context, form: FormOf, draft: DraftRecord) {
  const { form_data } = await openDraft(context, form, draft.answers);
  return { form_data, settled: await settledNow(context.db, form.type, form_data) };
}

/** The answers of the last revision, if there is no draft. */
async function openLast(context: Context, form: FormOf, last: Awaited<ReturnType<typeof findRevision>>) {
  if (!last) throw new Refusal("notFound");
  const content = await openRevision(context, form, last);
  return { form_data: content.form_data, settled: await settledThen(context.db, form.type, content) };
}
