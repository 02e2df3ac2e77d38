/** What the firm configures, and which entries of the audit log are its history. Without zod, because pages load it. */
import { type AuditAction, auditActions } from "../audit-actions.ts";

/**
 * By the subject of their entries: the named settings, and what is kept in tables of its own. An entry holds the whole
 * value before and after, or what an action changed of it.
 */
export const configured = {
  setting: ["setting.saved"],
  cannedAnswer: ["cannedAnswer.created", "cannedAnswer.changed", "cannedAnswer.removed"],
  dataField: ["dataField.created", "dataField.changed", "dataField.archived", "dataField.restored"],
  group: ["group.renamed", "group.deleted"],
  custodian: ["custodian.created", "custodian.saved", "custodian.ended", "custodian.restored"],
  benchmark: ["benchmark.created", "benchmark.saved", "benchmark.ended", "benchmark.restored"],
  importMapping: ["importMapping.created", "importMapping.changed", "importMapping.retired", "importMapping.restored"],
  fund: ["fund.created", "fund.saved"],
  reportSchedule: ["reportSchedule.created", "reportSchedule.switched"],
} as const satisfies Record<string, readonly AuditAction[]>;
export type Configured = keyof typeof configured;
export const configuredKinds = Object.keys(configured) as Configured[];

/** Written in numbered versions, which their own pages list, compare and restore. */
export const versioned = ["content", "definition", "contractTemplate"] as const;

/** Key of an entry's wording, after `admin.timeline.` */
export const wordingOf = (action: AuditAction): string => auditActions[action].text;
