/** Keys with which the firm's own systems make calls. Only people manage them. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { machineKeyStates, machineLimits, networkForm } from "./rules/machines.ts";
import { bodyOrdinal, day, done, id, idAndName, instant } from "./shapes.ts";
import { writtenText } from "./written-text.ts";

const level = z.enum(["internal", "office", "admin"]);
const scopeForm = /^[a-zA-Z]{1,40}:(?:read|write)$/;

const secret = z.object({
  /** Its last characters. */
  hint: z.string(),
  made_at: instant,
  /** Until when a former one still works; null for the current one. */
  ends_at: instant.nullable(),
});

const machineKey = z.object({
  id,
  name: z.string(),
  level,
  /** Lower than `level` once the person who answers for it is. */
  works_as: level,
  /** `known: false`: no call needs it any more. */
  scopes: z.array(z.object({ name: z.string(), known: z.boolean() })),
  /** Networks; empty for any. */
  addresses: z.array(z.string()),
  state: z.enum(machineKeyStates),
  expires_at: instant,
  made_by: idAndName,
  made_at: instant,
  approved_by: idAndName.nullable(),
  approved_at: instant.nullable(),
  /** Whose rights it carries at most. */
  answers: idAndName,
  ended_by: idAndName.nullable(),
  ended_at: instant.nullable(),
  last_used_at: instant.nullable(),
  last_address: z.string().nullable(),
  calls: z.number().int(),
  /** Those that work, the current one first. */
  secrets: z.array(secret),
  version: z.number().int(),
  can: z.object({
    approve: z.boolean(),
    decline: z.boolean(),
    revoke: z.boolean(),
    rotate: z.boolean(),
    takeOver: z.boolean(),
  }),
});
export type MachineKeyRow = z.infer<typeof machineKey>;

/** A secret that is shown this once. */
const shownOnce = { token: z.string() };
const ofKey = z.object({ id });
const seen = z.strictObject({ version: bodyOrdinal });

export const machines = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/machine-keys",
    summary: "Keys of the firm's systems: those that work or wait, then those that ended; and the scopes there are.",
    access: staff("admin"),
    answer: z.object({
      keys: z.array(machineKey),
      scopes: z.array(
        z.object({
          name: z.string(),
          /** The calls that it opens, as `documents.add`. */
          calls: z.array(z.string()),
        }),
      ),
      rules: z.object({ callsPerMinute: z.number().int(), longestDays: z.number().int() }),
      /** With four eyes on, a second administrator approves a new key. */
      byTwo: z.boolean(),
    }),
  },
  make: {
    method: "POST",
    path: "/staff/machine-keys",
    summary:
      "Makes a key; its secret is shown this once. With four eyes on, it works once a second administrator approves it.",
    access: staff("admin"),
    body: z.strictObject({
      name: writtenText(machineLimits.name),
      level,
      scopes: z.array(z.string().regex(scopeForm)).min(1).max(machineLimits.scopes),
      addresses: z.array(z.string().trim().regex(networkForm)).max(machineLimits.addresses),
      /** The last day on which it works, by the firm's days. */
      expires_on: day,
    }),
    answer: z.object({ id, ...shownOnce, waits: z.boolean() }),
    errors: ["nameInUse"],
    sensitive: true,
    notRepeatable: true,
  },
  approve: {
    method: "POST",
    path: "/staff/machine-keys/:id/approve",
    summary: "Approves a key that a colleague made or took over: from now on it works.",
    access: staff("admin"),
    params: ofKey,
    body: seen,
    answer: done,
    errors: ["stateConflict", "fourEyes"],
  },
  decline: {
    method: "POST",
    path: "/staff/machine-keys/:id/decline",
    summary: "Declines a key that waits, or takes one's own back: it never works.",
    access: staff("admin"),
    params: ofKey,
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict"],
  },
  revoke: {
    method: "POST",
    path: "/staff/machine-keys/:id/revoke",
    summary: "Revokes a key at once, for good.",
    access: staff("admin"),
    params: ofKey,
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict"],
  },
  rotate: {
    method: "POST",
    path: "/staff/machine-keys/:id/rotate",
    summary: "Makes a new secret, shown this once; the former one works for so many hours more.",
    access: staff("admin"),
    params: ofKey,
    body: z.strictObject({ overlapHours: z.int().min(0).max(machineLimits.overlapHours), version: bodyOrdinal }),
    answer: z.object({ ...shownOnce, version: z.number().int() }),
    errors: ["stateConflict"],
    sensitive: true,
    notRepeatable: true,
  },
  takeOver: {
    method: "POST",
    path: "/staff/machine-keys/:id/take-over",
    summary:
      "Answers from now on for a key whose person is not staff any more, with a new secret. With four eyes on, a second administrator approves it again.",
    access: staff("admin"),
    params: ofKey,
    body: seen,
    answer: z.object({ ...shownOnce, waits: z.boolean() }),
    errors: ["stateConflict"],
    sensitive: true,
    notRepeatable: true,
  },
});
