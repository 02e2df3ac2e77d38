/** Who may do what with a change that waits for a second pair of eyes. */
import type { ErrorCode } from "@portico/api/errors.ts";
import { hasStaffLevel, type Role, type StaffLevel } from "@portico/api/permissions.ts";
import type { ProposalDecision } from "@portico/api/rules/proposal-decisions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Proposal, proposalActions } from "@portico/api/staff-desk.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";

type Action = Proposal["action"];

/** Who may decide: whoever could have made the change alone. */
const levels: Record<Action, StaffLevel> = {
  setRole: "admin",
  disable: "admin",
  enable: "admin",
  resetFactors: "admin",
  setClientNumber: "office",
  fourEyesOff: "admin",
};

/** The kinds of change that wait for a role's word. */
export const actionsOf = (role: Role): Action[] =>
  proposalActions.filter((action) => hasStaffLevel(role, levels[action]));

/**
 * Why the viewer may not decide so; null where they may. Who proposed withdraws, others confirm or decline, at the change's level; and
 * whose own role, number or access it is decides nothing about it. The proposal to switch four eyes off stands at its proposer.
 */
export function refusalTo(
  viewer: Viewer,
  { action, holder, proposedBy }: { action: Action; holder: Holder; proposedBy: number },
  decision: ProposalDecision,
): ErrorCode | null {
  const isOwn = proposedBy === viewer.userId;
  if (isOwn !== (decision === "withdraw")) return "fourEyes";
  if (isOwn) return null;
  if (!hasStaffLevel(viewer.role, levels[action])) return "forbidden";
  return isHolder(viewer, holder) ? "fourEyes" : null;
}

/** What the proposer saw stands no more, so that nobody can confirm it. */
export const isStale = (before: Record<string, unknown>, now: Record<string, unknown>): boolean =>
  Object.entries(before).some(([name, value]) => now[name] !== value);
