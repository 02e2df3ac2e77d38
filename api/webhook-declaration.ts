/** How a domain declares the events that firms' own systems are told of (`webhookEvents` in `api/<domain>/webhooks.ts`). */
import { z } from "zod";
import type { AuditAction } from "./audit-actions.ts";
import { holderType } from "./shapes.ts";

/** What an event is about. Events of one object arrive in their order. */
export const webhookObjects = [
  "client",
  "contract",
  "document",
  "documentRequest",
  "ticket",
  "request",
  "bankAccount",
  "import",
  "report",
] as const;
export type WebhookObject = (typeof webhookObjects)[number];

export interface WebhookDeclaration {
  /** The event happens when this is recorded in the audit log. */
  audited: AuditAction;
  /** Only if the entry says so of what is now. */
  when?: Readonly<Record<string, string>>;
  object: WebhookObject;
  /** What is sent: ids, kinds, states and times, nothing that describes a person. */
  data: z.ZodObject;
  /** Fields that the entry calls otherwise. */
  from?: Readonly<Record<string, string>>;
  /** One English sentence for developers. */
  means: string;
}

/** The client concerned. */
export const client = { holderType, holderId: z.int() };
export const number = z.int();

/** Checks the declarations, and keeps their names. */
export const declareWebhooks = <const Declared extends Record<string, WebhookDeclaration>>(
  declared: Declared,
): Declared => declared;
