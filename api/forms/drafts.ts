/** The holder's calls for drafts: autosave, errors and submission. */
import { z } from "zod";
import { defineEndpoints, holder, self } from "../endpoint.ts";
import { fieldCodes } from "../errors.ts";
import { bodyOrdinal, done, holderState, id, instant, language } from "../shapes.ts";
import {
  clientRemark,
  computed,
  formData,
  formParams,
  formType,
  inconsistency,
  requiredContract,
  settled,
} from "./form-shapes.ts";
import { declarationNames } from "./settled.ts";

export const form = z.object({
  form_type: formType,
  /** Latest answers: of the draft if one is open, otherwise of the last revision. */
  form_data: formData,
  /** Number of the last submitted revision; 0 before the first. */
  revision: z.number().int(),
  user_id: id.nullable(),
  company_id: id.nullable(),
  state: holderState,
  draft: z
    .object({
      version: z.number().int(),
      /** Revision on which the draft is based; 0 for a first draft. */
      based_on: z.number().int(),
      /** Steps to be renewed; null if the whole form is open. */
      renew: z.array(z.string()).nullable(),
      current_step: z.string().nullable(),
      changed_at: instant,
    })
    .nullable(),
  /** Remarks for the client on a returned revision, each with the answer it refers to. */
  remarks: z.array(clientRemark.extend({ said: z.json() })),
  /** Reason given to the client with the last decision. */
  reason: z.string().nullable(),
  /** Steps that the reviewer accepted; they stay accepted and are not asked again. */
  accepted: z.array(z.string()),
  /** Percentage of a company from which an owner is a beneficial owner. */
  owner_percent: z.number(),
  /** The confirmed e-mail of the person's account, the only one the form accepts; null for a company. */
  account_email: z.string().nullable(),
  submitted_at: instant.nullable(),
  settled,
  /** The texts that these answers accept, each with its version. */
  agreed: z.array(z.object({ name: z.enum(declarationNames), version: z.number().int() })),
});
export type Form = z.infer<typeof form>;

/** A person known from an earlier form, offered for reuse. */
const knownPerson = z.object({
  /** Source of the person's data: the user's own form, or a company's name. */
  from: z.string(),
  answers: z.record(z.string(), z.json()),
});

export const formDrafts = defineEndpoints({
  create: {
    method: "POST",
    path: "/form/:holderType/:holderId/:type/create",
    summary: "Makes the draft with the given answers, or returns the one that is open with them laid over it.",
    access: holder("office"),
    params: formParams,
    body: z.strictObject({ formData: formData.default({}) }),
    // Answers are checked at their fields, and before they are submitted.
    unread: "all",
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
    readTogether: true,
    params: formParams,
    answer: z.object({
      state: holderState,
      form: form.nullable(),
      /** Null if no draft is open. */
      incomplete: z.array(z.string()).nullable(),
      /** Null if the approval requires none. */
      contract: requiredContract.nullable(),
      /** What the reader may do: fill the form in, and ask to renew an approved one. */
      can: z.object({ fill: z.boolean(), renew: z.boolean() }),
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
      /** The version on which the changes were made. */
      version: bodyOrdinal,
      changes: z
        .array(z.strictObject({ step: z.string().max(40), field: z.string().max(60), value: z.json() }))
        .max(200),
      currentStep: z.string().max(40).optional(),
    }),
    unread: "all",
    answer: z.object({
      version: z.number().int(),
      changed_at: instant,
      /** Present if the draft had changed since `version`. */
      form_data: formData.optional(),
      /** Present with it: the previous values of the changed fields. */
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
      /** The version last seen; without it, the current draft. */
      version: bodyOrdinal.optional(),
      /** The language in which the declarations were read; the hash of that text is stored. */
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
});
