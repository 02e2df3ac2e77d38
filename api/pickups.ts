/** Folders of custodians and sources of prices and rates that the portal reads by itself. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { importStates } from "./imports/preview.ts";
import { pickupAddress } from "./pickups/settings.ts";
import { fingerprintForm, personReasons, pickupFailures, pickupFileStates, pickupReasons } from "./rules/pickups.ts";
import { bodyId, day, done, id, instant } from "./shapes.ts";

/** `sftp/7` of custodian 7, `ecb`, `prices`. */
const source = z.string().regex(/^(?:sftp\/\d{1,15}|ecb|prices)$/);

const state = z.object({
  source,
  /** The custodian's; null for sources of prices and rates. */
  name: z.string().nullable(),
  custodianId: id.nullable(),
  isOn: z.boolean(),
  /** Clean files are booked without a person. */
  automatic: z.boolean(),
  /** As `user@host:port/folder`, or the address of the source. */
  address: z.string(),
  expectedBy: z.string().nullable(),
  /** A secret is stored for this address; null if none is needed. */
  hasSecret: z.boolean().nullable(),
  lookedAt: instant.nullable(),
  succeededAt: instant.nullable(),
  lastFileAt: instant.nullable(),
  failures: z.number().int(),
  failure: z.enum(pickupFailures).nullable(),
  failureDetail: z.string().nullable(),
  /** The file of this day has not come by its hour. */
  lateOn: day.nullable(),
  /** Files that wait for a person. */
  waiting: z.number().int(),
});
export type PickupState = z.infer<typeof state>;

const file = z.object({
  id,
  source,
  sourceName: z.string().nullable(),
  name: z.string(),
  bytes: z.number().int(),
  modifiedAt: instant,
  state: z.enum(pickupFileStates),
  reason: z.enum(pickupReasons).nullable(),
  detail: z.string().nullable(),
  waits: z.array(z.enum(personReasons)),
  seenAt: instant,
  takenAt: instant.nullable(),
  endedAt: instant.nullable(),
  imports: z.array(z.object({ id, state: z.enum(importStates) })),
  can: z.object({ readAgain: z.boolean(), setAside: z.boolean() }),
});
export type PickupFile = z.infer<typeof file>;

const secret = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("password"), password: z.string().min(1).max(500) }),
  z.strictObject({
    kind: z.literal("key"),
    privateKey: z.string().min(1).max(20_000),
    passphrase: z.string().max(500).optional(),
  }),
]);
const params = z.object({ id });

export const pickups = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/pickups",
    summary: "Staff: the folders and sources that the portal reads, and how it stands with each.",
    access: staff("internal"),
    answer: z.object({
      sources: z.array(state),
      can: z.object({ change: z.boolean(), look: z.boolean() }),
    }),
  },
  listFiles: {
    method: "GET",
    path: "/staff/pickups/files",
    summary: "Staff: the last 50 files of all sources or of one, the newest first.",
    access: staff("internal"),
    query: z.object({ source: source.optional() }),
    answer: z.array(file),
  },
  test: {
    method: "POST",
    path: "/staff/pickups/test",
    summary:
      "Reads the fingerprint of a host's key. If it is the given one, signs in with the stored secret and counts the files of the folder; nothing is read.",
    access: staff("admin"),
    body: z.strictObject({
      custodianId: bodyId,
      ...pickupAddress,
      folder: z.string().min(1).max(500),
      pattern: z.string().min(1).max(100),
      /** The one that was confirmed; without it the host's is only read. */
      fingerprint: z.string().regex(fingerprintForm).optional(),
    }),
    answer: z.object({
      /** Null if the host did not answer. */
      fingerprint: z.string().nullable(),
      signedIn: z.boolean(),
      failure: z.enum(pickupFailures).nullable(),
      detail: z.string().nullable(),
      /** Files of the folder that fit the pattern; null if nobody signed in. */
      files: z.number().int().nullable(),
    }),
    errors: ["notFound"],
    rateLimits: [{ tries: 30, seconds: 600, per: "person" }],
  },
  saveSecret: {
    method: "POST",
    path: "/staff/pickups/secrets",
    summary: "Stores the password or private key of a custodian's folder, encrypted, for this address alone.",
    access: staff("admin"),
    body: z.strictObject({ custodianId: bodyId, ...pickupAddress, secret }),
    answer: done,
    errors: ["notFound"],
  },
  look: {
    method: "POST",
    path: "/staff/pickups/look",
    summary: "Has a source looked at now, in the background.",
    access: staff("office"),
    body: z.strictObject({ source }),
    answer: done,
    errors: ["notFound"],
    rateLimits: [{ tries: 30, seconds: 600, per: "person" }],
  },
  readAgain: {
    method: "POST",
    path: "/staff/pickups/files/:id/again",
    summary: "Has a file read again whose import was refused, or that was left.",
    access: staff("office"),
    params,
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict"],
  },
  setAside: {
    method: "POST",
    path: "/staff/pickups/files/:id/set-aside",
    summary: "Has a file moved to the folder of processed files although its import was refused.",
    access: staff("office"),
    params,
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict"],
  },
});
