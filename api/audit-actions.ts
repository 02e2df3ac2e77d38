/** Every action of the audit log, as the domains declare them. Without zod, because pages load it. */
import * as audited from "./audited.ts";
import { type Collected, collect } from "./collect.ts";

type AuditActions = Collected<typeof audited, "auditActions">;
export const auditActions: AuditActions = collect(audited, "auditActions");

export type AuditAction = keyof AuditActions;
export const auditActionNames = Object.keys(auditActions) as AuditAction[];
export const isAuditAction = (name: string): name is AuditAction => Object.hasOwn(auditActions, name);

export type SubjectOf<A extends AuditAction> = AuditActions[A]["subject"];

type Fields<Declared> = Declared extends readonly (infer Name extends string)[] ? { [N in Name]?: unknown } : unknown;
type Side<A extends AuditAction, Name extends "before" | "after"> =
  AuditActions[A] extends Record<Name, infer Declared> ? { [N in Name]?: Fields<Declared> } : { [N in Name]?: never };
/** What an entry of the action contains besides its subject: the declared fields and no others. */
export type Recorded<A extends AuditAction> = Side<A, "before"> & Side<A, "after">;
