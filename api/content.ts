/** The firm's public pages: fees, treasury, terms, privacy notice, and the introduction of the target funds. */
import { z } from "zod";
import { anyone, defineEndpoints, download, staff } from "./endpoint.ts";
import { contentLimits, contentPages } from "./rules/content.ts";
import { feeTable, treasury } from "./settings/fees.ts";
import {
  bodyOrdinal,
  contentState,
  done,
  inEachLanguage,
  instant,
  language,
  oneVersion,
  ordinal,
  sha256Hex,
} from "./shapes.ts";

const pageName = z.enum(contentPages);
const params = z.object({ page: pageName });

/** A draft may be incomplete; publishing needs every part in every language. */
const text = z.strictObject({
  title: z.string().trim().max(contentLimits.title),
  /** What search engines and shared links show below the title. */
  description: z.string().trim().max(contentLimits.description),
  /** Markdown, with placeholders of rules/content.ts. */
  body: z.string().max(contentLimits.body),
});
export const contentTexts = z.strictObject({ bg: text, en: text, pl: text });

export const contentVersion = z.object({
  version: z.number().int(),
  state: contentState,
  /** Counts the saves of the draft; sent back as `since`. */
  edit: z.number().int(),
  texts: contentTexts,
  restored_from: z.number().int().nullable(),
  changed_at: instant,
  changed_by: z.string(),
  published_at: instant.nullable(),
  published_by: z.string().nullable(),
  ended_at: instant.nullable(),
});
export type ContentVersion = z.infer<typeof contentVersion>;

/** The picture for shared links; null until it is made. */
const picture = sha256Hex.nullable();
/** Blocks of Markdown (pdf/model/blocks.ts), with placeholders. */
const blocks = z.array(z.unknown());
/** Where a text is: a page of the portal, or the firm's own address; null if it is nowhere. */
const address = z.object({ bg: z.string().nullable(), en: z.string().nullable(), pl: z.string().nullable() });

/** The `edit` of the draft that was read; null: there was none. */
const since = bodyOrdinal.nullable();

/** A page calls this once; more is an attempt to exhaust the server. */
const publicLimit = { tries: 600, seconds: 60, per: "address" } as const;

export const content = defineEndpoints({
  list: {
    method: "GET",
    path: "/content",
    summary:
      "The public pages that are published, with their titles; where terms and privacy notice are; and whether the firm takes registrations.",
    access: anyone,
    answer: z.object({
      pages: z.array(z.object({ page: pageName, title: inEachLanguage, published_at: instant })),
      documents: z.object({ terms: address, privacy: address }),
      registration: z.boolean(),
    }),
    cacheSeconds: 60,
    rateLimits: [publicLimit],
  },
  get: {
    method: "GET",
    path: "/content/:page",
    summary: "A published page in one language: its Markdown as blocks, and the tables that its placeholders name.",
    access: anyone,
    params,
    query: z.object({ language: language.default("en") }),
    answer: z.object({
      page: pageName,
      version: z.number().int(),
      title: z.string(),
      description: z.string(),
      blocks,
      published_at: instant,
      picture,
      fees: feeTable.nullable(),
      treasury: treasury.nullable(),
    }),
    cacheSeconds: 60,
    rateLimits: [publicLimit],
  },
  getPicture: {
    method: "GET",
    path: "/content/picture/:picture",
    summary: "The picture of published content for shared links (PNG, 1200 by 630); under its name it never changes.",
    access: anyone,
    params: z.object({ picture: sha256Hex }),
    answer: download,
    binary: true,
    errors: ["rangeNotSatisfiable"],
    cacheSeconds: 31_536_000,
    rateLimits: [publicLimit],
  },
  listAll: {
    method: "GET",
    path: "/staff/content",
    summary: "Staff: every public page with its draft and what is published.",
    access: staff("internal"),
    answer: z.object({
      pages: z.array(
        z.object({
          page: pageName,
          published: contentVersion.nullable(),
          draft: contentVersion.nullable(),
          /** Languages that were not changed since others were. */
          behind: z.array(language),
        }),
      ),
      can: z.object({ change: z.boolean() }),
    }),
  },
  listVersions: {
    method: "GET",
    path: "/staff/content/:page",
    summary: "Staff: the versions of a page, the newest first; the texts to begin with, if there are none.",
    access: staff("internal"),
    params,
    answer: z.object({
      versions: z.array(contentVersion),
      /** What a first draft begins with. */
      begin: contentTexts,
      can: z.object({ change: z.boolean() }),
    }),
  },
  getVersion: {
    method: "GET",
    path: "/staff/content/:page/version/:version",
    summary: "Staff: one version of a page.",
    access: staff("internal"),
    params: z.object({ page: pageName, version: ordinal }),
    answer: contentVersion,
  },
  save: {
    method: "POST",
    path: "/staff/content/:page",
    summary: "Saves the draft, or begins one; `stateConflict` if a colleague saved it since it was read.",
    access: staff("admin"),
    params,
    body: z.strictObject({ texts: contentTexts, since }),
    answer: contentVersion,
    errors: ["stateConflict"],
    notRepeatable: true,
  },
  publish: {
    method: "POST",
    path: "/staff/content/:page/publish",
    summary:
      "Makes the draft public; `badInput` names parts that are missing or cannot be shown, and places still to be filled in (`toFill`), such as `texts.pl.body`.",
    access: staff("admin"),
    params,
    body: z.strictObject({ version: bodyOrdinal, since: bodyOrdinal }),
    answer: contentVersion,
    errors: ["stateConflict", "tooLarge"],
  },
  archive: {
    method: "POST",
    path: "/staff/content/:page/archive",
    summary:
      "Takes the published version offline; its page then says that nothing is published. Terms, privacy notice and fees are only replaced.",
    access: staff("admin"),
    params,
    body: oneVersion,
    answer: done,
    errors: ["stateConflict", "inUse"],
  },
  discard: {
    method: "POST",
    path: "/staff/content/:page/discard",
    summary: "Sets the draft aside; it stays among the versions.",
    access: staff("admin"),
    params,
    body: z.strictObject({ since: bodyOrdinal }),
    answer: done,
    errors: ["stateConflict"],
  },
  restore: {
    method: "POST",
    path: "/staff/content/:page/restore",
    summary:
      "Begins a draft with the texts of an earlier version; what is published stays, and a draft that was read is set aside.",
    access: staff("admin"),
    params,
    body: z.strictObject({ version: bodyOrdinal, since }),
    answer: contentVersion,
    errors: ["stateConflict"],
    notRepeatable: true,
  },
});
