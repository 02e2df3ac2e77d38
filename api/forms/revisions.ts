/** The staff calls: what was submitted, and its review. */
import { z } from "zod";
import { defineEndpoints, staff } from "../endpoint.ts";
import {
  done,
  holderState,
  holderType,
  id,
  idAndName,
  instant,
  language,
  namedHolder,
  ordinal,
  page,
  pageQuery,
} from "../shapes.ts";
import { writtenText } from "../written-text.ts";
import {
  clientRemark,
  computed,
  fieldPath,
  formData,
  formParams,
  formType,
  inconsistency,
  requiredContract,
  settled,
} from "./form-shapes.ts";

export const remark = clientRemark.extend({
  id,
  audience: z.enum(["client", "staff"]),
  author: idAndName,
  created_at: instant,
});

export const declaration = z.object({
  textId: z.string(),
  version: z.string(),
  /** The language in which the text was read. */
  language,
  sha256: z.string(),
  /** Addresses of the documents it refers to, in that language; null for one that the firm handed over. */
  documents: z.array(z.object({ document: z.string(), address: z.string().nullable() })).default([]),
  at: instant,
  address: z.string(),
  browser: z.string(),
});

/** A submitted revision, which cannot change. */
export const revision = z.object({
  revision: z.number().int(),
  form_data: formData,
  explanations: z.record(z.string(), z.string()),
  inconsistencies: z.array(inconsistency),
  computed,
  declarations: z.array(declaration),
  submitted_at: instant,
  submitted_by: idAndName,
  by_admin: z.boolean(),
  settled,
});

/** A person or company of this form who has an identifier in common with one in another holder's form. */
const foundElsewhere = z.object({
  holder: namedHolder.extend({ state: holderState }),
  revision: z.number().int(),
  kind: z.enum(["person", "company"]),
  /** As they are called there. */
  name: z.string(),
  birth_date: z.string().nullable(),
  /** Fields of this form with the identifiers in common. */
  paths: z.array(z.string()),
  /** What differs there; nothing if it is the same person or company. `number`: the personal number. */
  differs: z.array(z.enum(["name", "birthDate", "number"])),
  /** Both forms are theirs: one person or company is a client twice. */
  isTwice: z.boolean(),
});

const decision = z.object({
  decision: z.enum(["approved", "returned", "rejected"]),
  reason: z.string().nullable(),
  by: idAndName,
  at: instant,
});

export const formRevisions = defineEndpoints({
  list: {
    method: "GET",
    path: "/form/:type",
    summary: "Staff: the newest revision of each holder, by what is to be done with it.",
    access: staff("internal"),
    params: z.object({ type: formType }),
    query: z.object({
      /** `waiting`: submitted and not yet decided, oldest first; `all`: newest first. */
      show: z.enum(["waiting", "all"]).default("all"),
      assigned: z.coerce.number().int().min(0).optional(),
      ...pageQuery,
    }),
    answer: page({
      forms: z.array(
        z.object({
          /** Of the revision. */
          id,
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
          assigned_to: idAndName.nullable(),
        }),
      ),
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
    params: formParams.extend({ revision: ordinal }),
    answer: z.object({
      holder: z.object({ name: z.string(), state: holderState, client_number: z.string().nullable() }),
      /** Of the revision, as claims name it. */
      id,
      current: revision,
      previous: revision.nullable(),
      remarks: z.array(remark),
      /** Client remarks on the previous revision, which this one had to resolve. */
      previousRemarks: z.array(remark),
      accepted: z.array(z.object({ step: z.string(), by: idAndName, at: instant })),
      decision: decision.nullable(),
      /** Null if the approval requires none. */
      contract: requiredContract.nullable(),
      /** What the reader may do: remark on it, return and reject it; accept its steps; approve it; send a contract. */
      can: z.object({ review: z.boolean(), accept: z.boolean(), approve: z.boolean(), sendContract: z.boolean() }),
      /** Every complete set of answers to the knowledge test, oldest first; empty for the person it is about. */
      attempts: z.array(
        z.object({
          version: z.string(),
          right: z.number().int(),
          of: z.number().int(),
          chosen: z.record(z.string(), z.string()),
          at: instant,
          by: idAndName,
        }),
      ),
      /** Identifiers that stand in the current forms of other holders as well; empty for the person it is about. */
      elsewhere: z.object({
        found: z.array(foundElsewhere),
        /** There are more forms than were compared. */
        isCut: z.boolean(),
      }),
    }),
  },
  addRemark: {
    method: "POST",
    path: "/form/:holderType/:holderId/:type/revisions/:revision/remarks",
    summary: "Staff: pins a remark to a field or step of a revision under review, for the client or for staff only.",
    access: staff("office"),
    params: formParams.extend({ revision: ordinal }),
    body: z.strictObject({
      path: fieldPath,
      audience: z.enum(["client", "staff"]),
      text: writtenText(2000),
    }),
    answer: remark,
    errors: ["stateConflict", "fourEyes"],
  },
  withdrawRemark: {
    method: "DELETE",
    path: "/form/:holderType/:holderId/:type/revisions/:revision/remarks/:remarkId",
    summary: "Staff: takes a remark back before the decision.",
    access: staff("office"),
    params: formParams.extend({ revision: ordinal, remarkId: id }),
    answer: done,
    errors: ["stateConflict", "fourEyes"],
  },
  acceptStep: {
    method: "POST",
    path: "/form/:holderType/:holderId/:type/revisions/:revision/accept",
    summary: "Staff: accepts a step of a revision under review, or takes that back.",
    access: staff("office"),
    params: formParams.extend({ revision: ordinal }),
    body: z.strictObject({ step: z.string().max(40), accepted: z.boolean() }),
    answer: z.object({ accepted: z.array(z.string()) }),
    errors: ["stateConflict", "fourEyes"],
  },
  acceptSteps: {
    method: "POST",
    path: "/form/:holderType/:holderId/:type/revisions/:revision/accept-many",
    summary: "Staff: accepts several steps of a revision under review, all or none.",
    access: staff("office"),
    params: formParams.extend({ revision: ordinal }),
    body: z.strictObject({ steps: z.array(z.string().max(40)).min(1).max(40) }),
    answer: z.object({ accepted: z.array(z.string()) }),
    errors: ["stateConflict", "fourEyes"],
  },
});
