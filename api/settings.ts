/** Named settings of the firm. Three are public: the brand, the FX rates and the calendar. */
import { z } from "zod";
import { auditActionNames } from "./audit-actions.ts";
import { anyone, defineEndpoints, download, signedIn, staff } from "./endpoint.ts";
import { fieldCodes } from "./errors.ts";
import { fileBytes } from "./file-text.ts";
import { uploadBodyLimit } from "./files.ts";
import { firmDocuments, versionedSettings } from "./forms/settings.ts";
import { logoPath } from "./logo-path.ts";
import { configuredKinds } from "./settings/history.ts";
import { mailTextCalls } from "./settings/mail-texts.ts";
import { brand, logo, portalRules } from "./settings/settings.ts";
import { id, instant, page, pageQuery, reasonToPropose } from "./shapes.ts";
import { clientRequests } from "./users/settings.ts";

/** A setting above, or one of the firm's own: free data under a name that the portal does not use. */
const nameParams = z.object({
  name: z
    .string()
    .max(60)
    .regex(/^[A-Za-z][A-Za-z0-9._-]*$/),
});
/** The stored value is unusable: `data` is the default that the portal uses instead. */
const unusable = z.object({ stored: z.unknown(), paths: z.array(z.string()) });
const savedSetting = z.object({
  name: z.string(),
  data: z.unknown(),
  updated_at: instant.nullable(),
  /** Who saved it last; not of a default, nor in the answer to saving it. */
  updated_by: z.string().optional(),
  unusable: unusable.optional(),
  /** What the reader may do with it. */
  can: z.object({ save: z.boolean() }),
});

/** A change of what the firm configures. */
const recordedChange = z.object({
  /** Of the entry. */
  id,
  at: instant,
  /** Null for the portal itself. */
  by: z.string().nullable(),
  action: z.enum(auditActionNames),
  /** Name of the setting, or id of what was changed. */
  key: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type RecordedChange = z.infer<typeof recordedChange>;

/** A page calls this once; more is an attempt to exhaust the server. */
const publicLimit = { tries: 120, seconds: 60, per: "address" } as const;

const named = defineEndpoints({
  getForexRates: {
    method: "GET",
    path: "/settings/forex-rates",
    summary:
      "The newest FX rates; `data` is a JSON string of a list of {code, oneLevEquals, oneEuroEquals, day, source}.",
    access: anyone,
    answer: z.object({ name: z.literal("forex-rates"), data: z.string() }),
    rateLimits: [publicLimit],
  },
  getBrand: {
    method: "GET",
    path: "/settings/brand",
    summary: "How the firm appears: name, logo, accent colours, support e-mail, legal footer.",
    access: anyone,
    answer: z.object({ name: z.literal("brand"), data: brand, updated_at: instant.nullable() }),
    rateLimits: [publicLimit],
  },
  uploadLogo: {
    method: "POST",
    path: logoPath,
    summary:
      "Takes a JPEG, PNG or WebP of up to 10 MB, drawn anew as a PNG of at most 720 by 128 pixels; `logo` is for saving the brand with.",
    access: staff("admin"),
    body: z.strictObject({ base64data: fileBytes }),
    answer: z.object({ logo, width: z.number().int(), height: z.number().int() }),
    errors: ["fileRefused", "unavailable"],
    bodyLimit: uploadBodyLimit,
    rateLimits: [{ tries: 60, seconds: 600, per: "person" }],
  },
  getLogo: {
    method: "GET",
    path: `${logoPath}/:logo`,
    summary: "A logo's picture, for pages and for whoever shows the firm; under its name it never changes.",
    access: anyone,
    params: z.object({ logo }),
    answer: download,
    binary: true,
    errors: ["rangeNotSatisfiable"],
    cacheSeconds: 31_536_000,
    // Browsers cache it: many requests from one network are an office on the day of a new logo.
    rateLimits: [{ tries: 1000, seconds: 60, per: "address" }],
  },
  getCalendar: {
    method: "GET",
    path: "/settings/calendar",
    summary: "The calendar by which the firm lives: in which time zone its days begin.",
    access: anyone,
    answer: portalRules.pick({ timeZone: true }),
    rateLimits: [publicLimit],
  },
  getStoredBrand: {
    method: "GET",
    path: "/settings/brand/stored",
    summary: "Staff: the brand with word of a stored value that cannot be used, which the open call does not give.",
    access: staff("internal"),
    answer: savedSetting,
  },
  getServices: {
    method: "GET",
    path: "/settings/services",
    summary: "The services that a client can ask the firm for.",
    access: signedIn,
    answer: clientRequests.pick({ services: true }),
  },
  getDocuments: {
    method: "GET",
    path: "/settings/documents",
    summary:
      "Where the documents lie that a client declares to have read, by language; null where there is no address.",
    access: signedIn,
    answer: firmDocuments,
  },
  foreseeRetention: {
    method: "GET",
    path: "/settings/retention/foreseen",
    summary:
      "Staff: how many clients' records, sign-ins and documents the next night would delete if records were kept so long.",
    access: staff("admin"),
    query: z.object({
      retentionYears: z.coerce.number().int().min(1).max(30),
      signInRetentionMonths: z.coerce.number().int().min(1).max(120),
      /** Types of documents with a period of their own: "contract:10,other:1"; without it no documents are counted. */
      keeping: z
        .string()
        .max(4000)
        .regex(/^(?:[A-Za-z][A-Za-z0-9-]{0,39}:\d{1,3})?(?:,[A-Za-z][A-Za-z0-9-]{0,39}:\d{1,3})*$/)
        .optional(),
    }),
    answer: z.object({ holders: z.number().int(), signIns: z.number().int(), documents: z.number().int() }),
  },
  get: {
    method: "GET",
    path: "/settings/:name",
    summary: "One named setting; `notFound` for a name of the firm's own under which nothing was saved.",
    access: staff("internal"),
    params: nameParams,
    answer: savedSetting,
  },
  listVersions: {
    method: "GET",
    path: "/settings/:name/versions",
    summary: "Staff: every version of a setting that keeps them; of each part the newest first.",
    access: staff("internal"),
    params: z.object({ name: z.enum(versionedSettings) }),
    answer: z.array(
      z.object({
        part: z.string(),
        version: z.number().int(),
        data: z.unknown(),
        saved_at: instant,
        saved_by: z.string().nullable(),
      }),
    ),
  },
  listHistory: {
    method: "GET",
    path: "/staff/settings/history/:kind",
    summary:
      "Staff: who changed what the firm configures, when, and what it was before and after; newest first. `key` names a setting, or one of the others by its id.",
    access: staff("internal"),
    params: z.object({ kind: z.enum(configuredKinds) }),
    query: z.object({ key: z.string().max(120).optional(), ...pageQuery }),
    answer: page({ changes: z.array(recordedChange) }),
  },
  getFormer: {
    method: "GET",
    path: "/settings/:name/former/:entryId",
    summary:
      "Staff: a former value to be edited, in the shape of today, with the fields that could not be saved as they are; nothing is changed.",
    access: staff("admin"),
    params: nameParams.extend({ entryId: id }),
    answer: z.object({
      data: z.unknown(),
      /** Paths within the value. */
      faults: z.array(z.object({ path: z.string(), code: z.enum(fieldCodes) })),
    }),
  },
  save: {
    method: "POST",
    path: "/settings/:name",
    summary:
      "Saves one named setting, checked by what it means; under another name, the firm's own free data (JSON, at most 64 KB).",
    access: staff("admin"),
    params: nameParams,
    body: z.strictObject({
      data: z.unknown(),
      reason: reasonToPropose,
      /** The caller means what is `unusual`, such as a fee of 90 % a year. */
      sure: z.boolean().optional(),
      /** Save time of the setting on which the change is based; `stateConflict` if somebody saved it since. */
      since: instant.nullish(),
    }),
    /** What takes two people waits as a proposal: the answer is then the value in force. */
    answer: savedSetting.extend({ proposalId: id.nullable() }),
    errors: ["tooFewAdmins", "proposalOpen", "stateConflict"],
  },
});

export const settings = { ...named, ...mailTextCalls };
