/**
 * Content of the audit log that is not declared for its actions: fields that types cannot, because they were spread.
 */
import { auditActions, isAuditAction } from "@portico/api/audit-actions.ts";
import type { AuditDeclaration } from "@portico/api/audit-declaration.ts";
import { sql } from "kysely";
import type { Db } from "../kernel/transaction.ts";

interface Field {
  action: string;
  side: "before" | "after";
  field: string;
}

/** Recorded but undeclared fields, such as `user.roleSet after.released`. */
export async function undeclaredIn(db: Db): Promise<string[]> {
  const { rows } = await sql<Field>`
    select distinct action, side, field from audit_entry,
      lateral (values ('before', before), ('after', after)) as recorded (side, value),
      lateral jsonb_object_keys(case when jsonb_typeof(value) = 'object' then value else '{}' end) as field
    order by action, side, field`.execute(db);
  return rows.filter((row) => !isDeclared(row)).map(({ action, side, field }) => `${action} ${side}.${field}`);
}

function isDeclared({ action, side, field }: Field): boolean {
  // Tests of the log itself use invented actions.
  if (!isAuditAction(action)) return true;
  const declared: AuditDeclaration = auditActions[action];
  const fields = declared[side] ?? [];
  return fields === "any" || fields.includes(field);
}
