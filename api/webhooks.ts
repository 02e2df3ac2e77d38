/** Webhooks: who receives events of the portal, and what became of each message. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { attemptFailures, deliveryStates, disabledReasons, endpointStates } from "./rules/webhooks.ts";
import { done, id, instant, page, pageQuery } from "./shapes.ts";
import { webhookEventName } from "./webhook-events.ts";

const endpoint = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(webhookEventName),
  state: z.enum(endpointStates),
  /** Why the portal disabled it. */
  /** A restore from a backup paused it; null for a person. */
  pausedFor: z.enum(["restore"]).nullable(),
  disabledFor: z.enum(disabledReasons).nullable(),
  disabledAt: instant.nullable(),
  failingSince: instant.nullable(),
  lastSuccessAt: instant.nullable(),
  secretMadeAt: instant.nullable(),
  /** Until then messages are signed with the secret before, too. */
  formerUntil: instant.nullable(),
  waiting: z.number().int(),
});
export type WebhookEndpointState = z.infer<typeof endpoint>;

const delivery = z.object({
  id,
  messageId: z.string(),
  type: z.string(),
  state: z.enum(deliveryStates),
  createdAt: instant,
  tries: z.number().int(),
  nextTryAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Of the last attempt. */
  status: z.number().int().nullable(),
  failure: z.enum(attemptFailures).nullable(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const attempt = z.object({
  id,
  at: instant,
  durationMs: z.number().int(),
  status: z.number().int().nullable(),
  failure: z.enum(attemptFailures).nullable(),
  /** Technical, in English. */
  detail: z.string().nullable(),
  /** The first bytes, as text. */
  answer: z.string().nullable(),
});

const ofEndpoint = z.object({ endpointId: z.uuid() });
const ofDelivery = z.object({ deliveryId: id });
const empty = z.strictObject({});
const limits = [{ tries: 60, seconds: 600, per: "person" }] as const;

export const webhooks = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/webhooks",
    summary:
      "Administrators: the endpoints that events are sent to, how it stands with each, and every event there is.",
    access: staff("admin"),
    answer: z.object({ endpoints: z.array(endpoint), events: z.array(webhookEventName) }),
  },
  makeSecret: {
    method: "POST",
    path: "/staff/webhooks/:endpointId/secret",
    summary:
      "Makes a new secret and answers it, this once. The one before signs beside it for 72 hours; `stateConflict` while an earlier one still does.",
    access: staff("admin"),
    params: ofEndpoint,
    body: empty,
    answer: z.object({ secret: z.string(), formerUntil: instant.nullable() }),
    errors: ["notFound", "stateConflict"],
    rateLimits: limits,
    notRepeatable: true,
  },
  endFormerSecret: {
    method: "POST",
    path: "/staff/webhooks/:endpointId/former-secret/end",
    summary: "Ends the time in which the secret before signs too.",
    access: staff("admin"),
    params: ofEndpoint,
    body: empty,
    answer: done,
    errors: ["notFound", "stateConflict"],
  },
  pause: {
    method: "POST",
    path: "/staff/webhooks/:endpointId/pause",
    summary: "Sends nothing for now; what happens meanwhile is kept, and sent afterwards.",
    access: staff("admin"),
    params: ofEndpoint,
    body: empty,
    answer: done,
    errors: ["notFound", "stateConflict"],
  },
  resume: {
    method: "POST",
    path: "/staff/webhooks/:endpointId/resume",
    summary: "Sends again to an endpoint that was paused or disabled.",
    access: staff("admin"),
    params: ofEndpoint,
    body: empty,
    answer: done,
    errors: ["notFound", "stateConflict"],
  },
  dropWaiting: {
    method: "POST",
    path: "/staff/webhooks/:endpointId/drop",
    summary: "Gives up every message that waits for an endpoint that is paused or disabled.",
    access: staff("admin"),
    params: ofEndpoint,
    body: empty,
    answer: z.object({ dropped: z.number().int() }),
    errors: ["notFound", "stateConflict"],
  },
  remove: {
    method: "POST",
    path: "/staff/webhooks/:endpointId/remove",
    summary: "Takes an endpoint out of the setting; what waits for it is never sent.",
    access: staff("admin"),
    params: ofEndpoint,
    body: empty,
    answer: done,
    errors: ["notFound", "proposalOpen"],
  },
  test: {
    method: "POST",
    path: "/staff/webhooks/:endpointId/test",
    summary: "Sends a message of the type `webhook.test`.",
    access: staff("admin"),
    params: ofEndpoint,
    body: empty,
    answer: z.object({ deliveryId: id }),
    errors: ["notFound", "stateConflict"],
    rateLimits: limits,
    notRepeatable: true,
  },
  listDeliveries: {
    method: "GET",
    path: "/staff/webhooks/:endpointId/deliveries",
    summary: "The messages of the last 30 days to an endpoint, the newest first.",
    access: staff("admin"),
    params: ofEndpoint,
    query: z.object({ ...pageQuery, state: z.enum(deliveryStates).optional() }),
    answer: page({ deliveries: z.array(delivery) }),
  },
  getDelivery: {
    method: "GET",
    path: "/staff/webhooks/deliveries/:deliveryId",
    summary: "A message with its payload and its last 50 attempts. If it names a client, this is recorded as access.",
    access: staff("admin"),
    params: ofDelivery,
    answer: delivery.extend({ endpointId: z.uuid(), body: z.string(), attempts: z.array(attempt) }),
    errors: ["notFound"],
  },
  sendAgain: {
    method: "POST",
    path: "/staff/webhooks/deliveries/:deliveryId/again",
    summary: "Sends a message once more, with the same id; one that waits is tried at once.",
    access: staff("admin"),
    params: ofDelivery,
    body: empty,
    answer: done,
    errors: ["notFound", "stateConflict"],
    rateLimits: limits,
    notRepeatable: true,
  },
});
