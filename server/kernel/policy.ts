/**
 * How rules are written and used. A domain's policy returns the refusal of an action, or null if it is allowed. The
 * writing call enforces it, and answers contain the same result as `can`, so that pages offer what the server allows.
 */
import type { Access } from "@portico/api/endpoint.ts";
import type { ErrorCode } from "@portico/api/errors.ts";
import { hasStaffLevel, type Role } from "@portico/api/permissions.ts";
import { Refusal } from "./refusal.ts";

/** The code that an action is refused with; null if it is allowed. */
export type Verdict = ErrorCode | null;

/** Throws the refusal that a policy names. */
export function enforce(verdict: Verdict): void {
  if (verdict !== null) throw new Refusal(verdict);
}

/** The `can` of an answer. */
export function canOf<Action extends string>(verdicts: Record<Action, Verdict>): Record<Action, boolean> {
  const can = {} as Record<Action, boolean>;
  for (const action in verdicts) can[action] = verdicts[action] === null;
  return can;
}

/** `forbidden` if the role is below the staff level that the call declares; the access hook refuses the same. */
export function staffVerdict({ role }: { role: Role }, { access }: { access: Access }): Verdict {
  const level = access.kind === "staff" ? access.level : "staff" in access ? access.staff : undefined;
  return level !== undefined && hasStaffLevel(role, level) ? null : "forbidden";
}
