/** The calls of KYC forms: the draft that saves itself, submitting, and the staff's review. */
import { z } from "zod";
import { defineEndpoints, holder, self, staff } from "../endpoint.ts";
import { fieldCodes } from "../errors.ts";
import { amountBands, declarationWords } from "../settings.ts";
import { done, holderParams, holderState, holderType, id, instant, language, pageQuery } from "../shapes.ts";
import { formTypes } from "./forms.ts";

export const formType = z.enum(formTypes);

/** Answers by step, then by field; a draft holds whatever was typed, and under `lastLook` the client's explanations by code. */
export const formData = z.record(z.string().max(40), z.record(z.string().max(60), z.json()));
export type FormData = z.infer<typeof formData>;

/** Where a remark or fault belongs: `step`, `step.field`, `step.list.<item>.field`. */
const fieldPath = z
  .string()
  .max(200)
  .regex(/^[A-Za-z][\w-]*(\.[\w-]+)*$/);

const formParams = holderParams.extend({ type: formType });
const person = z.object({ id, name: z.string() });

/** What counsel settled that holds for these answers (settled.ts). */
const settled = z.object({
  bands: amountBands.extend({ version: z.number().int() }),
  texts: z.array(z.object({ name: z.string(), version: z.number().int(), words: declarationWords })),
});

/** What the reviewer wants of the client, as the client sees it. */
const clientRemark = z.object({ path: fieldPath, text: z.string() });
export const remark = clientRemark.extend({
  id,
  audience: z.enum(["client", "staff"]),
  author: person,
  created_at: instant,
});

export const form = z.object({
  form_type: formType,
  /** Newest answers: of the draft where one is open, else of the last revision. */
  form_data: formData,
  /** Number of the last submitted revision; 0 before the first. */
  revision: z.number().int(),
  user_id: id.nullable(),
  company_id: id.nullable(),
  state: holderState,
  draft: z
    .object({
      version: z.number().int(),
      /** Revision that the draft began from; 0 for a first one. */
      based_on: z.number().int(),
      /** Steps that must be renewed; null where all of the form is open. */
      renew: z.array(z.string()).nullable(),
      current_step: z.string().nullable(),
      changed_at: instant,
    })
    .nullable(),
  /** Remarks of a returned revision, for the client; each with what that revision said there. */
  remarks: z.array(clientRemark.extend({ said: z.json() })),
  /** Words to the client with the last decision. */
  reason: z.string().nullable(),
  /** Steps that the reviewer accepted: they stay so and are not asked again. */
  accepted: z.array(z.string()),
  /** Percent of a company from which on its owner is a beneficial owner. */
  owner_percent: z.number(),
  /** The confirmed address of a person's account, the only one that their form takes; null for a company. */
  account_email: z.string().nullable(),
  submitted_at: instant.nullable(),
  settled,
});
export type Form = z.infer<typeof form>;

/** What does not fit together, told before submitting; the client may explain it. */
export const inconsistency = z.object({ code: z.string(), paths: z.array(z.string()) });

/** A revision keeps what was computed when it was made: what came later has a default. */
export const computed = z.object({
  /** RTS 22 identifier of the client, or null where it cannot be told. */
  nationalIdentifier: z.string().nullable(),
  riskProfile: z
    .object({
      profile: z.string(),
      score: z.number(),
      version: z.string(),
      reasons: z.array(z.object({ code: z.string(), effect: z.string() })),
    })
    .nullable(),
  /** For the reviewer alone; null for clients. */
  testScore: z.object({ right: z.number().int(), of: z.number().int() }).nullable(),
  /** A company's beneficial owners: share through all chains, with what they control counted whole, and whether they control it. */
  beneficialOwners: z.array(
    z.object({
      name: z.string(),
      percent: z.string(),
      attributed: z.string().default(""),
      controls: z.boolean().default(false),
    }),
  ),
  /** Classes of instruments that are not appropriate, each with what is lacking; for the reviewer alone, empty for clients. */
  inappropriate: z.array(z.object({ instrument: z.string(), lacking: z.array(z.string()) })).default([]),
});

export const declaration = z.object({
  textId: z.string(),
  version: z.string(),
  /** In which the text was read. */
  language,
  sha256: z.string(),
  /** Where the documents lay that it is about, in that language; null for one that the firm handed over. */
  documents: z.array(z.object({ document: z.string(), address: z.string().nullable() })).default([]),
  at: instant,
  address: z.string(),
  browser: z.string(),
});

/** A submitted revision, which nothing can change. */
export const revision = z.object({
  revision: z.number().int(),
  form_data: formData,
  explanations: z.record(z.string(), z.string()),
  inconsistencies: z.array(inconsistency),
  computed,
  declarations: z.array(declaration),
  submitted_at: instant,
  submitted_by: person,
  by_admin: z.boolean(),
  settled,
});

const decision = z.object({
  decision: z.enum(["approved", "returned", "rejected"]),
  reason: z.string().nullable(),
  by: person,
  at: instant,
});

/** A person known from an earlier form, to be taken over into a new one. */
const knownPerson = z.object({
  /** Where they are known from: the user's own form, or a company's name. */
  from: z.string(),
  answers: z.record(z.string(), z.json()),
});

export const forms = defineEndpoints({
  create: {
    method: "POST",
    path: "/form/:holderType/:holderId/:type/create",
    summary: "Makes the draft with the given answers, or returns the one that is open with them laid over it.",
    access: holder("office"),
    params: formParams,
    body: z.strictObject({ formData: formData.default({}) }),
    answer: form,
    errors: ["stateConflict"],
  },
  get: {
    method: "GET",
    path: "/form/:holderType/:holderId/:type",
    summary:
      "The form as it stands: draft or last revision, remarks and what was accepted. `notFound` before it was begun.",
    access: holder("internal"),
    params: formParams,
    answer: form,
  },
  getStanding: {
    method: "GET",
    path: "/form/:holderType/:holderId/:type/standing",
    summary:
      "The form as `get` gives it, or null before it was begun; of a draft also the steps that are not complete.",
    access: holder("internal"),
    params: formParams,
    answer: z.object({
      state: holderState,
      form: form.nullable(),
      /** Null where no draft is open. */
      incomplete: z.array(z.string()).nullable(),
    }),
  },
  save: {
    method: "PATCH",
    path: "/form/:holderType/:holderId/:type",
    summary:
      "Saves the changed fields of the draft (value null empties one). Answers with all of it where another device changed it too.",
    access: holder("office"),
    params: formParams,
    body: z.strictObject({
      /** The version that the changes were made on. */
      version: z.number().int().positive(),
      changes: z
        .array(z.strictObject({ step: z.string().max(40), field: z.string().max(60), value: z.json() }))
        .max(200),
      currentStep: z.string().max(40).optional(),
    }),
    answer: z.object({
      version: z.number().int(),
      changed_at: instant,
      /** Present where the draft had changed since `version`. */
      form_data: formData.optional(),
      /** With it: what the changed fields said until this save. */
      replaced: formData.optional(),
    }),
    errors: ["stateConflict"],
  },
  snapshot: {
    method: "POST",
    path: "/form/:holderType/:holderId/:type/snapshot",
    summary:
      "Freezes the draft as a numbered revision and submits it; `formIncomplete` names every field that is missing or wrong.",
    access: holder("office"),
    params: formParams,
    body: z.strictObject({
      /** The version that was looked at last; without it, the draft as it is. */
      version: z.number().int().positive().optional(),
      /** The language in which the declarations were read: the hash of that very text is kept. */
      language: language.default("en"),
    }),
    answer: z.object({ revision: z.number().int(), state: holderState }),
    errors: ["formIncomplete", "stateConflict"],
  },
  check: {
    method: "GET",
    path: "/form/:holderType/:holderId/:type/check",
    summary: "What submitting would say now: faults by field, what does not fit together, and what is computed.",
    access: holder("internal"),
    params: formParams,
    answer: z.object({
      faults: z.array(z.object({ path: z.string(), code: z.enum(fieldCodes) })),
      inconsistencies: z.array(inconsistency),
      computed,
    }),
    errors: ["notFound"],
  },
  getPersons: {
    method: "GET",
    path: "/form/user/:id/persons-data",
    summary: "The persons already known from the user's forms, so that nobody types a person twice.",
    access: self("id"),
    params: z.object({ id }),
    answer: z.array(knownPerson),
  },
  discardCompanyForm: {
    method: "DELETE",
    path: "/form/user/:id/ongoing_comp_kyc",
    summary: "Discards the company that the user has begun and never submitted, with its draft.",
    access: self("id"),
    params: z.object({ id }),
    answer: done,
    errors: ["stateConflict"],
  },
  list: {
    method: "GET",
    path: "/form/:type",
    summary: "Staff: the newest revision of each holder, by what is to be done with it.",
    access: staff("internal"),
    params: z.object({ type: formType }),
    query: z.object({
      /** `waiting`: submitted and not yet judged, oldest first; `all`: newest first. */
      show: z.enum(["waiting", "all"]).default("waiting"),
      assigned: z.coerce.number().int().min(0).optional(),
      ...pageQuery,
    }),
    answer: z.object({
      forms: z.array(
        z.object({
          form_type: formType,
          revision: z.number().int(),
          holder_type: holderType,
          holder_id: id,
          holder_name: z.string(),
          state: holderState,
          user_id: id.nullable(),
          company_id: id.nullable(),
          submitted_at: instant,
          decision: decision.pick({ decision: true, at: true }).nullable(),
          assigned_to: person.nullable(),
        }),
      ),
      nextCursor: z.string().nullable(),
      count: z.number().int(),
    }),
  },
  listRevisions: {
    method: "GET",
    path: "/form/:holderType/:holderId/:type/revisions",
    summary: "Staff: every revision of a holder's form with its decision, newest first.",
    access: staff("internal"),
    params: formParams,
    answer: z.array(
      revision
        .pick({ revision: true, submitted_at: true, submitted_by: true, by_admin: true })
        .extend({ decision: decision.nullable() }),
    ),
  },
  getRevision: {
    method: "GET",
    path: "/form/:holderType/:holderId/:type/revisions/:revision",
    summary: "Staff: one revision beside the one before it, with remarks, accepted steps and decision.",
    access: staff("internal"),
    params: formParams.extend({ revision: z.coerce.number().int().positive() }),
    answer: z.object({
      holder: z.object({ name: z.string(), state: holderState, client_number: z.string().nullable() }),
      current: revision,
      previous: revision.nullable(),
      remarks: z.array(remark),
      /** Client remarks of the revision before: what this one had to mend. */
      previousRemarks: z.array(remark),
      accepted: z.array(z.object({ step: z.string(), by: person, at: instant })),
      decision: decision.nullable(),
      /** Every whole set of answers to the knowledge test, oldest first; none for the one whom they are about. */
      attempts: z.array(
        z.object({
          version: z.string(),
          right: z.number().int(),
          of: z.number().int(),
          chosen: z.record(z.string(), z.string()),
          at: instant,
          by: person,
        }),
      ),
    }),
  },
  addRemark: {
    method: "POST",
    path: "/form/:holderType/:holderId/:type/revisions/:revision/remarks",
    summary:
      "Staff: pins a remark to a field or step of a revision that is being judged, for the client or for staff only.",
    access: staff("office"),
    params: formParams.extend({ revision: z.coerce.number().int().positive() }),
    body: z.strictObject({
      path: fieldPath,
      audience: z.enum(["client", "staff"]),
      text: z.string().trim().min(1).max(2000),
    }),
    answer: remark,
    errors: ["stateConflict", "fourEyes"],
  },
  withdrawRemark: {
    method: "DELETE",
    path: "/form/:holderType/:holderId/:type/revisions/:revision/remarks/:remarkId",
    summary: "Staff: takes a remark back before the decision.",
    access: staff("office"),
    params: formParams.extend({ revision: z.coerce.number().int().positive(), remarkId: id }),
    answer: done,
    errors: ["stateConflict", "fourEyes"],
  },
  acceptStep: {
    method: "POST",
    path: "/form/:holderType/:holderId/:type/revisions/:revision/accept",
    summary: "Staff: accepts a step of a revision that is being judged, or takes that back.",
    access: staff("office"),
    params: formParams.extend({ revision: z.coerce.number().int().positive() }),
    body: z.strictObject({ step: z.string().max(40), accepted: z.boolean() }),
    answer: z.object({ accepted: z.array(z.string()) }),
    errors: ["stateConflict", "fourEyes"],
  },
});
