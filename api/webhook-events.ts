/** The events that other systems are told of, and how they follow from what the audit log records. */
import { z } from "zod";
import type { AuditAction } from "./audit-actions.ts";
import { type Collected, collect } from "./collect.ts";
import { instant } from "./shapes.ts";
import type { WebhookDeclaration } from "./webhook-declaration.ts";
import * as sources from "./webhook-sources.ts";

type Declared = Collected<typeof sources, "webhookEvents">;
export type WebhookEventName = keyof Declared;
export const webhookEvents: Readonly<Record<WebhookEventName, WebhookDeclaration>> = collect(sources, "webhookEvents");
export const webhookEventNames = Object.keys(webhookEvents).toSorted() as WebhookEventName[];
export const webhookEventName = z.enum(webhookEventNames);

/** Sent by the page of webhooks alone: nobody subscribes to it. */
export const testEvent = "webhook.test";

/** The body of a message. */
export const webhookMessage = z.object({ type: z.string(), timestamp: instant, data: z.looseObject({}) });

/** An event that happened; `about` names its object, such as `contract/7`. */
export interface WebhookEvent {
  name: WebhookEventName;
  /** By what the audit entry is about and says; not checked yet, since facts may be added. */
  facts: Record<string, unknown>;
}

const byAction = new Map<AuditAction, [WebhookEventName, WebhookDeclaration][]>();
for (const name of webhookEventNames) {
  const { audited } = webhookEvents[name];
  byAction.set(audited, [...(byAction.get(audited) ?? []), [name, webhookEvents[name]]]);
}

/** The events of an audit entry: those of its action whose condition holds. */
export function webhookEventsOf(
  action: AuditAction,
  subject: { type: string; id: number | string },
  after: unknown,
): WebhookEvent[] {
  const declared = byAction.get(action);
  if (!declared) return [];
  const isHolder = subject.type === "user" || subject.type === "company";
  const about = isHolder ? { holderType: subject.type, holderId: subject.id } : { [subject.type]: subject.id };
  const facts = { ...(after as object | undefined), ...about };
  return declared
    .filter(([, { when = {} }]) => Object.entries(when).every(([field, value]) => facts[field as never] === value))
    .map(([name]) => ({ name, facts }));
}

/**
 * What is sent of an event, and its object as `contract/7`. A fact of another kind than declared is left out: what other
 * systems are told never stops the change itself.
 */
export function webhookDataOf({ name, facts }: WebhookEvent): { object: string; data: Record<string, unknown> } {
  const { object, data, from = {} } = webhookEvents[name];
  const fields = Object.entries(data.shape).flatMap(([field, shape]) => {
    const { success, data: value } = z.safeParse(shape, facts[from[field] ?? field]);
    return success && value !== undefined ? [[field, value] as const] : [];
  });
  const sent = Object.fromEntries(fields);
  const key = object === "client" ? `${String(sent["holderType"])}/${String(sent["holderId"])}` : String(sent[object]);
  return { object: `${object}/${key}`, data: sent };
}
