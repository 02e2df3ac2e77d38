/** Submits a form: checks it, stores it as a numbered revision and puts it into the staff queue, in one transaction. */
import type { Answer } from "@portico/api/endpoint.ts";
import { checkStep } from "@portico/api/forms/check-step.ts";
import type { Locks } from "@portico/api/forms/closed-steps.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { Fault } from "@portico/api/forms/field.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { finalCheck, formVersion } from "@portico/api/forms/forms.ts";
import { companyNameOf } from "@portico/api/forms/persons.ts";
import type { Settled } from "@portico/api/forms/settled.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Language } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { canOf } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { isHolder } from "../../../kernel/viewer.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { renameCompany } from "../../companies/companies.ts";
import { getFirmDocuments } from "../../content/documents.ts";
import { refusalToMove } from "../../holders/holders.policy.ts";
import { getHolder } from "../../holders/holders.ts";
import { moveState } from "../../holders/states.ts";
import {
  type DraftContent,
  type FormOf,
  type Inconsistency,
  openDraft,
  type RevisionContent,
  sealRevision,
} from "../content.ts";
import { askedAnswers, getDefinition, listPlaces, type Place } from "../definition.ts";
import { getGiven, readLocks } from "../draft/closed-steps.ts";
import { findForm, isOpenNow, requireDraft, requireForm } from "../draft/drafts.ts";
import { findAnswerFileFaults, retainFormFiles } from "../draft/files.ts";
import { isLocked, refusalToFill, stepOf, submitActionOf } from "../forms.policy.ts";
import {
  type DraftRecord,
  deleteDraft,
  findDraft,
  findRevision,
  findWaiting,
  insertRevision,
} from "../forms.queries.ts";
import type { IndexEntry } from "../identifiers/blind-index.queries.ts";
import { buildIndexEntry, storeIndexEntry } from "../identifiers/blind-index.ts";
import { findFormContract } from "../review/contract.ts";
import { deriveFindings, type Findings, withoutAssessment } from "../review/findings.ts";
import { copyAcceptances, wasEverApproved } from "../review/review.queries.ts";
import { buildDeclarations } from "./declarations.ts";
import { findFirmsAccount } from "./firms-account.ts";
import { findElsewhere } from "./other-records.ts";
import { mailReceipt } from "./receipt.ts";
import { expiryOf } from "./renewal.ts";

/** How often a draft that changes during submission is read again. */
const maxTries = 5;

interface Examined extends Findings {
  faults: Fault[];
  settled: Settled;
  form_data: FormData;
  places: Place[];
}

/** All errors, inconsistencies and results of the current answers. */
async function examine(
  context: Context,
  form: FormOf,
  { form_data, locks }: Pick<DraftContent, "form_data"> & { locks: Locks },
): Promise<Examined> {
  const [definition, given] = await Promise.all([getDefinition(form.type), getGiven(context, form, form_data)]);
  const { today, ownerPercent, settled } = given;
  const places = listPlaces(definition, given);
  // A closed step keeps the texts that were declared in it.
  const own = definition
    .flatMap((step) => checkStep(step, given))
    .filter(({ path, code }) => code !== "textChanged" || !isLocked(stepOf(path), locks));
  const faults = [
    ...own,
    ...(await findAnswerFileFaults(context.db, form, places)),
    ...(await findFirmsAccount(context.db, given.form)),
  ];
  const asked = askedAnswers(definition, given);
  const findings = deriveFindings(form.type, {
    form: asked,
    faults,
    today,
    ownerPercent,
    settled,
  });
  return { faults, settled, form_data: asked, places, ...findings };
}

/** What submitting would report now. `notFound` without an open draft. */
export async function checkForm(context: Context, path: FormOf): Promise<Answer<(typeof forms)["check"]>> {
  const form = requireForm(path);
  const draft = await findDraft(context.db, form);
  if (!draft) throw new Refusal("notFound");
  const content = await openDraft(context, form, draft.answers);
  const examined = await examine(context, form, {
    ...content,
    locks: await readLocks(context, form, draft, content.form_data),
  });
  const { faults, inconsistencies, computed } = examined;
  return {
    faults,
    inconsistencies: [...inconsistencies, ...(await findElsewhere(context, form, examined))],
    computed: isHolder(requireViewer(context), form) ? withoutAssessment(computed) : computed,
  };
}

/** The form, or null before it was started, and which steps of a draft are incomplete, for the client's pages. */
export async function getStatus(context: Context, path: FormOf): Promise<Answer<(typeof forms)["getStanding"]>> {
  const holder = requireForm(path);
  const viewer = requireViewer(context);
  const [{ state }, form, contract] = await Promise.all([
    getHolder(context.db, holder),
    findForm(context, holder),
    findFormContract(context.db, viewer, holder),
  ]);
  // An open draft was submitted by nobody yet.
  const isWaiting = !form?.draft && (await findWaiting(context.db, holder)) !== undefined;
  const can = canOf({
    fill: refusalToFill(viewer, holder, { state, isWaiting }),
    renew: refusalToMove(viewer, { holder, state }, "review"),
  });
  if (!form?.draft) return { state, form: form ?? null, incomplete: null, contract, can };
  const { faults } = await examine(context, holder, {
    form_data: form.form_data,
    locks: { accepted: form.accepted, renew: form.draft.renew },
  });
  return { state, form, incomplete: [...new Set(faults.map(({ path: at }) => stepOf(at)))], contract, can };
}

interface Submission {
  version?: number | undefined;
  language: Language;
}

/**
 * Stores the draft as a revision and submits it. `formIncomplete` lists every missing or wrong field; `stateConflict`
 * if the form is not open, was submitted by somebody else, or changed since the version that was seen.
 */
export async function submitForm(
  context: Context,
  path: FormOf,
  submission: Submission,
): Promise<Answer<(typeof forms)["snapshot"]>> {
  const form = requireForm(path);
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const prepared = await prepare(context, form, submission);
    const submitted = await transact(context, (tx) => freeze(tx, context, form, prepared));
    if (submitted) return submitted;
  }
  throw new Refusal("stateConflict");
}

interface Prepared {
  draft: DraftRecord;
  revision: number;
  content: RevisionContent;
  places: Place[];
  /** Steps that stay accepted. */
  accepted: readonly string[];
  answers: Buffer;
  contentHash: Buffer;
  identifiers: IndexEntry;
}

/** Reads, checks and encrypts before the transaction: nothing is locked meanwhile, and `freeze` notices any change. */
async function prepare(context: Context, form: FormOf, { version, language }: Submission): Promise<Prepared> {
  const viewer = requireViewer(context);
  const draft = await requireDraft(context, form);
  if (version !== undefined && version !== draft.version) throw new Refusal("stateConflict");
  const before = await openDraft(context, form, draft.answers);
  const locks = await readLocks(context, form, draft, before.form_data);
  const examined = await examine(context, form, { ...before, locks });
  const { faults, settled, form_data, places, computed } = examined;
  if (faults.length > 0) throw new Refusal("formIncomplete", { fields: faults });
  const inconsistencies = [...examined.inconsistencies, ...(await findElsewhere(context, form, examined))];
  const revision = ((await findRevision(context.db, form))?.revision ?? 0) + 1;
  const { address, userAgent } = context.caller;
  const content: RevisionContent = {
    version: formVersion,
    bandsVersion: settled.bands.version,
    form_data,
    renew: locks.renew && [...locks.renew],
    filledBy: [...new Set([...before.filledBy, viewer.userId])],
    inconsistencies,
    explanations: selectExplanations(before, inconsistencies),
    computed,
    declarations: buildDeclarations(places, {
      language,
      settled,
      documents: await getFirmDocuments(context.db),
      at: context.now(),
      address,
      browser: userAgent.slice(0, 400),
    }),
  };
  return {
    draft,
    revision,
    content,
    places,
    accepted: locks.accepted,
    ...(await sealRevision(context, form, revision, content)),
    identifiers: await buildIndexEntry(context, form, form_data),
  };
}

/** The client's explanations of the current inconsistencies. */
const selectExplanations = ({ form_data }: DraftContent, inconsistencies: readonly Inconsistency[]) =>
  Object.fromEntries(
    inconsistencies.flatMap(({ code }) => {
      const said = form_data[finalCheck]?.[code];
      return typeof said === "string" && said.trim() !== "" ? [[code, said.trim()]] : [];
    }),
  );

/** The submission itself; undefined if the draft changed since it was read. */
async function freeze(
  tx: Tx,
  context: Context,
  form: FormOf,
  { draft, revision, content, places, accepted, answers, contentHash, identifiers }: Prepared,
): Promise<{ revision: number; state: HolderState } | undefined> {
  const viewer = requireViewer(context);
  if (!(await isOpenNow(tx, form))) throw new Refusal("stateConflict");
  if (!(await deleteDraft(tx, form, draft))) return undefined;
  const id = await insertRevision(tx, form, {
    revision,
    answers,
    contentHash,
    expiresOn: earliestExpiry(places),
    submittedBy: viewer.userId,
    byAdmin: !isHolder(viewer, form),
  });
  if (id === undefined) throw new Refusal("stateConflict");
  await storeIndexEntry(tx, form, id, identifiers);
  if (draft.based_on !== null) await copyAcceptances(tx, form, { from: draft.based_on, to: id, steps: accepted });
  if (!(await retainFormFiles(tx, form, places))) throw new Refusal("stateConflict");
  const moved = await moveState(tx, form, submitActionOf(draft.state));
  // An approved company keeps its approved name until the next approval.
  if (form.holderType === "company" && !(await wasEverApproved(tx, form)))
    await renameCompany(tx, form.holderId, companyNameOf(content.form_data));
  tx.audit("form.submitted", form, {
    before: { state: moved.before },
    after: {
      state: moved.after,
      form: form.type,
      revision,
      contentHash: contentHash.toString("hex"),
      byStaff: !isHolder(viewer, form),
    },
  });
  const { holderType, holderId, type } = form;
  tx.emit("form:changed", { holderType, holderId, formType: type });
  tx.emit("holder:state", { holderType, holderId });
  tx.emit("reviews:changed", {});
  await tx.notifyStaff(form, {
    type: holderType === "user" ? "submitted_kyc" : "submitted_comp_kyc",
    params: { name: (await getHolder(tx, form)).name },
    created_by: viewer.userId,
  });
  await mailReceipt(tx, context, form, { revision, content, byStaff: !isHolder(viewer, form) });
  return { revision, state: moved.after };
}

/** The earliest day on which a document or power of attorney in the form expires. */
const earliestExpiry = (places: readonly Place[]): string | null =>
  places.flatMap((place) => expiryOf(place) ?? []).toSorted()[0] ?? null;
