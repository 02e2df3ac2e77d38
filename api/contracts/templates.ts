/** The calls about templates, and about batches of contracts made from one. Staff only. */
import { z } from "zod";
import { groupName } from "../distribution-groups.ts";
import { defineEndpoints, staff } from "../endpoint.ts";
import { maxBatchRecipients } from "../rules/contracts.ts";
import {
  bodyId,
  bodyOrdinal,
  done,
  holderType,
  id,
  inEachLanguage,
  instant,
  oneVersion,
  page,
  pageQuery,
} from "../shapes.ts";
import { contractData, contractType, templateContent, templateVersion, textFault } from "./shapes.ts";

const typeParams = z.object({ type: contractType });

const batchStates = ["running", "paused", "done", "cancelled"] as const;
const batch = z.object({
  id,
  contract_type: z.string(),
  template_version: z.number().int(),
  state: z.enum(batchStates),
  total: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  created_at: instant,
  created_by: z.string(),
});
export type ContractBatch = z.infer<typeof batch>;

const recipients = z.union([
  z.strictObject({ group: groupName }),
  z.strictObject({
    holders: z
      .array(z.strictObject({ holderType, holderId: bodyId }))
      .min(1)
      .max(maxBatchRecipients),
  }),
]);
const batchBody = z.strictObject({ contract_data: contractData.default({}), to: recipients });

export const templates = defineEndpoints({
  listTemplates: {
    method: "GET",
    path: "/contract/templates",
    summary: "Every template: its newest version, the one in use and its draft.",
    access: staff("internal"),
    answer: z.array(
      z.object({
        type: z.string(),
        newest: templateVersion,
        inUse: z.number().int().nullable(),
        draft: z.number().int().nullable(),
      }),
    ),
  },
  listTemplateVersions: {
    method: "GET",
    path: "/contract/templates/:type",
    summary: "The versions of a template, the newest first.",
    access: staff("internal"),
    params: typeParams,
    answer: z.array(templateVersion),
  },
  getStartingTemplate: {
    method: "GET",
    path: "/contract/starting-template",
    summary: "A general contract to begin a template with; its places (`[[…]]`) are for the firm to fill in.",
    access: staff("internal"),
    answer: z.object({ name: inEachLanguage, text: inEachLanguage }),
  },
  listPlaceholders: {
    method: "GET",
    path: "/contract/placeholders",
    summary: "The names that a template's text may contain between braces, besides its own fields.",
    access: staff("internal"),
    answer: z.array(
      z.object({
        name: z.string(),
        /** `person` and `company`: answers of their forms. */
        group: z.enum(["contract", "holder", "person", "company", "data"]),
        /** What people call it. */
        label: inEachLanguage,
      }),
    ),
  },
  saveTemplate: {
    method: "POST",
    path: "/contract/templates/:type",
    summary: "Saves the draft of a template; the first save after a version came into use begins the next one.",
    access: staff("office"),
    params: typeParams,
    body: z.strictObject({
      content: templateContent,
      /** The `edit` of the draft that was read; null if there was none. */
      edit: bodyOrdinal.nullable(),
    }),
    answer: templateVersion.extend({ faults: z.array(textFault.extend({ language: z.enum(["bg", "en", "pl"]) })) }),
    errors: ["stateConflict"],
  },
  useTemplate: {
    method: "POST",
    path: "/contract/templates/:type/use",
    summary: "Puts the draft into use; it never changes afterwards.",
    access: staff("office"),
    params: typeParams,
    body: z.strictObject({ version: bodyOrdinal, edit: bodyOrdinal }),
    answer: templateVersion,
    errors: ["stateConflict", "contractText", "inUse"],
  },
  retireTemplate: {
    method: "POST",
    path: "/contract/templates/:type/retire",
    summary: "Takes a template out of use; contracts made from it stay.",
    access: staff("office"),
    params: typeParams,
    body: oneVersion,
    answer: done,
    errors: ["stateConflict", "inUse"],
  },
  previewBatch: {
    method: "POST",
    path: "/contract/batches/:type/preview",
    summary: "Who would get the contract and who lacks what for it. Nothing is sent.",
    access: staff("office"),
    params: typeParams,
    body: batchBody,
    answer: z.object({
      recipients: z.array(
        z.object({
          holder_type: holderType,
          holder_id: id,
          name: z.string(),
          faults: z.array(textFault),
          /** An unfinished contract of this type awaits them already. */
          pending: z.boolean(),
        }),
      ),
    }),
    errors: ["stateConflict"],
  },
  startBatch: {
    method: "POST",
    path: "/contract/batches/:type",
    summary: "Sends the contract to each recipient, one after another, in the background; nobody gets it twice.",
    access: staff("office"),
    params: typeParams,
    body: batchBody,
    answer: batch,
    notRepeatable: true,
    errors: ["stateConflict"],
  },
  listBatches: {
    method: "GET",
    path: "/contract/batches",
    summary: "Batches of contracts, the newest first.",
    access: staff("internal"),
    query: z.object(pageQuery),
    answer: page({ batches: z.array(batch) }),
  },
  getBatch: {
    method: "GET",
    path: "/contract/batches/:id",
    summary: "A batch with each recipient.",
    access: staff("internal"),
    params: z.object({ id }),
    answer: batch.extend({
      rows: z.array(
        z.object({
          holder_type: holderType,
          holder_id: id,
          name: z.string(),
          state: z.enum(["waiting", "sent", "failed"]),
          contract_id: id.nullable(),
          /** Why none could be made; empty if one of the template awaits them already. */
          faults: z.array(textFault),
        }),
      ),
    }),
  },
  setBatchState: {
    method: "POST",
    path: "/contract/batches/:id/state",
    summary: "Pauses, resumes or cancels a batch.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({ state: z.enum(["running", "paused", "cancelled"]) }),
    answer: batch,
    errors: ["stateConflict"],
  },
});
