/** The calls about definitions: public reading, and staff's writing. */
import { z } from "zod";
import { isAmountIn, isCurrencyInUse } from "../currencies.ts";
import { anyone, defineEndpoints, download, staff } from "../endpoint.ts";
import { definitionStates } from "../rules/funds.ts";
import { bodyId, bodyOrdinal, done, id, inEachLanguage, language, page, pageQuery } from "../shapes.ts";
import { definition, definitionCard, definitionContent, definitionHistory, definitionVersion } from "./shapes.ts";

const params = z.object({ id });
const publicLimit = { tries: 300, seconds: 60, per: "address" } as const;
/** Published changes reach visitors within a minute. */
const cacheSeconds = 60;
const flag = z
  .enum(["true", "false", "1", "0"])
  .default("false")
  .transform((text) => text === "true" || text === "1");

/** A definition for staff, in any state. */
const staffDefinition = z.object({
  id,
  order: z.number().int(),
  featured: z.boolean(),
  state: z.enum(definitionStates),
  /** Of the published version, else of the draft. */
  name: inEachLanguage,
  risk: z.number().int(),
  currency: z.string(),
  published: z.number().int().nullable(),
  draft: z.number().int().nullable(),
  /** Holders who joined it, and who asked to. */
  joined: z.number().int(),
  asked: z.number().int(),
  /** Languages that were not changed since others were. */
  behind: z.array(language),
  can: z.object({ edit: z.boolean(), publish: z.boolean(), archive: z.boolean(), remove: z.boolean() }),
});
export type StaffDefinition = z.infer<typeof staffDefinition>;
const opened = staffDefinition.extend({ versions: z.array(definitionVersion) });

/**
 * Content that may be saved today: in a currency that is in use, with amounts that it has. `featured` is no part of a
 * version: it features the definition, or no longer, at once; without it that stays as it is.
 */
const savedContent = definitionContent
  .extend({ featured: z.boolean().optional() })
  .superRefine(({ currency, minimum, maximum }, context) => {
    const fault = (path: string, field: string) =>
      context.addIssue({ code: "custom", path: [path], params: { field } });
    if (!isCurrencyInUse(currency)) fault("currency", "unknown");
    if (!isAmountIn(currency, minimum)) fault("minimum", "badFormat");
    if (maximum !== null && !isAmountIn(currency, maximum)) fault("maximum", "badFormat");
  });

export const definitionCalls = defineEndpoints({
  listDefinitions: {
    method: "GET",
    path: "/target/definitions",
    summary: "The published definitions, by order ascending.",
    access: anyone,
    query: z.object(pageQuery),
    answer: page({ definitions: z.array(definitionCard) }),
    cacheSeconds,
    rateLimits: [publicLimit],
  },
  listFeaturedDefinitions: {
    method: "GET",
    path: "/target/definitions/featured",
    summary: "The published definitions that the firm features, by order ascending; the first twelve.",
    access: anyone,
    answer: z.object({ definitions: z.array(definitionCard) }),
    cacheSeconds,
    rateLimits: [publicLimit],
  },
  getDefinition: {
    method: "GET",
    path: "/target/definition/:id",
    summary:
      "A published definition with its allocation, funds and their documents; with its Markdown where asked for.",
    access: anyone,
    params,
    query: z.object({ includeDocsContent: flag }),
    answer: definition,
    cacheSeconds,
    rateLimits: [publicLimit],
  },
  getDefinitionHistory: {
    method: "GET",
    path: "/target/definition/:id/history",
    summary: "The values of a published definition's lines and of its benchmark, by day.",
    access: anyone,
    params,
    answer: definitionHistory,
    cacheSeconds: 300,
    rateLimits: [publicLimit],
  },
  getDefinitionDocument: {
    method: "GET",
    path: "/target/definition/:id/documents/:documentId",
    summary: "A document of a fund that a published definition holds.",
    access: anyone,
    params: params.extend({ documentId: id }),
    answer: download,
    binary: true,
    errors: ["rangeNotSatisfiable", "fileLost"],
    cacheSeconds: 300,
    rateLimits: [publicLimit],
  },
  createDefinition: {
    method: "POST",
    path: "/target/definition",
    summary: "Begins a definition as a draft, last in the order.",
    access: staff("admin"),
    body: z.strictObject({
      content: savedContent,
      /** Created by the caller: sending it again does not make a second one. */
      key: z.string().min(8).max(64).optional(),
    }),
    answer: opened,
    errors: ["keyReused"],
  },
  saveDefinition: {
    method: "PATCH",
    path: "/target/definition/:id",
    summary: "Saves the draft of a definition; the first save after a publication begins the next version.",
    access: staff("admin"),
    params,
    body: z.strictObject({
      content: savedContent,
      /** The `edit` of the draft that was read; null if there was none. */
      edit: bodyOrdinal.nullable(),
    }),
    answer: opened,
    errors: ["stateConflict"],
  },
  orderDefinitions: {
    method: "PATCH",
    path: "/target/definitions/order",
    summary:
      "Puts all definitions into a new order. A list that lacks or doubles one, or is made from an older order, is refused.",
    access: staff("admin"),
    body: z.strictObject({
      /** Every definition once, first to last. */
      ids: z.array(bodyId).max(20_000),
      /** The `orderVersion` of the list that it was made from. */
      orderVersion: z.int().min(0),
    }),
    answer: z.object({ orderVersion: z.number().int() }),
    errors: ["stateConflict"],
  },
  removeDefinition: {
    method: "DELETE",
    path: "/target/definition/:id",
    summary: "Deletes a definition that was never published; a published one is archived instead.",
    access: staff("admin"),
    params,
    answer: done,
    errors: ["stateConflict"],
  },
  listAllDefinitions: {
    method: "GET",
    path: "/staff/target/definitions",
    summary: "Staff: definitions in every state, by order.",
    access: staff("internal"),
    query: z.object({ state: z.enum(definitionStates).optional(), ...pageQuery }),
    answer: page({
      definitions: z.array(staffDefinition),
      /** Counts the changes of the order: a new order names the one that it was made from. */
      orderVersion: z.number().int(),
      can: z.object({ order: z.boolean(), create: z.boolean() }),
    }),
  },
  openDefinition: {
    method: "GET",
    path: "/staff/target/definitions/:id",
    summary: "Staff: a definition with all its versions, the newest first.",
    access: staff("internal"),
    params,
    answer: opened,
  },
  listDefinitionIds: {
    method: "GET",
    path: "/staff/target/order",
    summary: "Staff: the ids of all definitions in their order, to make a new one from.",
    access: staff("internal"),
    answer: z.object({ ids: z.array(id), orderVersion: z.number().int() }),
  },
  publishDefinition: {
    method: "POST",
    path: "/staff/target/definitions/:id/publish",
    summary:
      "Publishes the draft in place of the version before; `errors` names what it lacks, and fees that are `unusual` unless the caller is `sure`.",
    access: staff("admin"),
    params,
    body: z.strictObject({ version: bodyOrdinal, edit: bodyOrdinal, sure: z.boolean().optional() }),
    answer: opened,
    errors: ["stateConflict"],
  },
  archiveDefinition: {
    method: "POST",
    path: "/staff/target/definitions/:id/archive",
    summary: "Takes a published definition out of the offer; who joined stays joined.",
    access: staff("admin"),
    params,
    body: z.strictObject({ /** The published version that was read. */ version: bodyOrdinal }),
    answer: opened,
    errors: ["stateConflict"],
  },
  restoreDefinition: {
    method: "POST",
    path: "/staff/target/definitions/:id/restore",
    summary: "Makes a new draft of an older version; what is published stays, and the draft before is set aside.",
    access: staff("admin"),
    params,
    body: z.strictObject({
      version: bodyOrdinal,
      /** The `edit` of the draft that was read; null if there was none. */ edit: bodyOrdinal.nullable(),
    }),
    answer: opened,
    errors: ["stateConflict"],
  },
  discardDefinitionDraft: {
    method: "POST",
    path: "/staff/target/definitions/:id/discard",
    summary: "Sets the draft of a definition aside; it stays among the versions.",
    access: staff("admin"),
    params,
    body: z.strictObject({ edit: bodyOrdinal }),
    answer: opened,
    errors: ["stateConflict"],
  },
  featureDefinition: {
    method: "POST",
    path: "/staff/target/definitions/:id/featured",
    summary: "Features a definition, or no longer.",
    access: staff("admin"),
    params,
    body: z.strictObject({ featured: z.boolean() }),
    answer: done,
  },
});
