/** The audit log as administrators look through it, the state of its chains, and its export with proof. */
import { z } from "zod";
import { auditActionNames } from "./audit-actions.ts";
import { defineEndpoints, download, staff } from "./endpoint.ts";
import { done, holderType, id, idAndName, instant, page, pageQuery, recordedDay } from "./shapes.ts";

const actionNames: ReadonlySet<string> = new Set(auditActionNames);
const longestFilter = 2000;

/** The same filters for the list and the export. All that are given must hold. */
const filter = {
  /** `user/7` or `company/7`: entries about the holder, and about their orders and payments. */
  holder: z
    .string()
    .regex(/^(user|company)\/[1-9]\d{0,14}$/)
    .optional(),
  /** Who did it: the id of a user. */
  person: id.optional(),
  /** One action, or several with commas between them. */
  action: z
    .string()
    .max(longestFilter)
    .refine((text) => text.split(",").every((name) => actionNames.has(name)), { params: { field: "notAllowed" } })
    .optional(),
  /** What it is about, as `setting/brand`. */
  subject: z
    .string()
    .regex(/^[a-zA-Z]{1,40}\/.{1,200}$/)
    .optional(),
  /** Days in the firm's time zone, or moments; both are included. */
  from: z.union([recordedDay, instant]).optional(),
  to: z.union([recordedDay, instant]).optional(),
};

const auditedEntry = z.object({
  /** Its place in the log. */
  chain: z.number().int(),
  position: z.number().int(),
  at: instant,
  /** As it is recorded: one of a newer version of the portal may have no words here. */
  action: z.string(),
  /**
   * A person by id and name, with the machine's key that acted for them, if one did; or the part of the portal that acted; null for
   * all if the content was erased.
   */
  actor: z.object({
    id: id.nullable(),
    name: z.string().nullable(),
    key: idAndName.nullable(),
    system: z.string().nullable(),
  }),
  subject: z.object({
    type: z.string(),
    id: z.string(),
    /** Of a person or company. */
    name: z.string().nullable(),
    /** Whom it belongs to, if it is a holder's. */
    holder: z.object({ holder_type: holderType, holder_id: id, name: z.string() }).nullable(),
  }),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** When retention erased the content. */
  erasedAt: instant.nullable(),
});
export type AuditedEntry = z.infer<typeof auditedEntry>;

const chainBreak = z.object({ chain: z.number().int(), position: z.number().int(), reason: z.string() });

const chainState = z.object({
  /** Entries of all chains now. */
  entries: z.number().int(),
  /** When the heads of the chains were last written to chain 0 and outside the database. */
  anchoredAt: instant.nullable(),
  /** The last verification that ended; null if there was none. */
  verified: z
    .object({
      /** Everything that was written until then was verified. */
      at: instant,
      entries: z.number().int(),
      erased: z.number().int(),
      anchors: z.number().int(),
      breaks: z.array(chainBreak),
      /** It could not be done: what prevented it, in English. */
      failure: z.string().nullable(),
    })
    .nullable(),
  /** A verification is running. */
  running: z.boolean(),
});
export type ChainState = z.infer<typeof chainState>;

export const audit = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/audit",
    summary:
      "The audit log, newest first, with the state of its chains. Each look is recorded in it, once an hour for the same filters; a look at a holder's entries is an access to the holder.",
    access: staff("admin"),
    fromReplica: true,
    query: z.object({ ...filter, ...pageQuery }),
    answer: page({ entries: z.array(auditedEntry), chain: chainState }),
  },
  verify: {
    method: "POST",
    path: "/staff/audit/verify",
    summary: "Begins to verify all chains, as the nightly job does. Does nothing if it is running.",
    access: staff("admin"),
    body: z.strictObject({}),
    answer: done,
    rateLimits: [{ tries: 6, seconds: 3600, per: "person" }],
  },
  getProof: {
    method: "GET",
    path: "/staff/audit/proof",
    summary:
      "The entries that the filters find, at most 20,000, with what is needed to verify them without the portal. The export is recorded.",
    access: staff("admin"),
    query: z.object(filter),
    binary: true,
    answer: download,
    errors: ["tooLarge"],
    rateLimits: [{ tries: 20, seconds: 600, per: "person" }],
  },
});
