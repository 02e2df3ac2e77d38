/** Who may do what with a proposal. */
import type { ErrorCode } from "@portico/api/errors.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import { hasStaffLevel, type Role, type StaffLevel } from "@portico/api/permissions.ts";
import { type Proposal, proposalActions } from "@portico/api/proposals.ts";
import type { ProposalDecision } from "@portico/api/rules/proposal-decisions.ts";
import { isSameJson } from "@portico/api/rules/same-json.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";

type Action = Proposal["action"];

/** Minimum level to decide: the level that could make the change alone. */
const levels: Record<Action, StaffLevel> = {
  setRole: "admin",
  disable: "admin",
  enable: "admin",
  resetFactors: "admin",
  setClientNumber: "office",
  fourEyesOff: "admin",
  setBankAccounts: "office",
  decideBankAccount: "office",
  setDepositInstructions: "admin",
  addRepresentatives: "office",
  setRepresentatives: "office",
  saveSetting: "admin",
  setSigners: "office",
  setName: "office",
  setShare: "office",
  linkAccount: "office",
  loosenCustodian: "admin",
  placeHold: "office",
  liftHold: "office",
  makeArchive: "office",
  eraseData: "admin",
};

/** Whether somebody could propose the change today: active, at the level that could make it alone. */
export const mayPropose = ({ role, state }: { role: Role; state: HolderState }, action: Action): boolean =>
  state !== "disabled" && hasStaffLevel(role, levels[action]);

/** The kinds of change that a role may decide. */
export const listProposalActions = (role: Role): Action[] =>
  proposalActions.filter((action) => hasStaffLevel(role, levels[action]));

/**
 * Why the viewer may not take the decision, or null. The proposer withdraws; others with the change's level confirm or
 * decline; nobody decides about their own role, number or access (`about`: the people whom it names). A proposal about a setting of the firm has its proposer as
 * holder.
 */
export function refusalTo(
  viewer: Viewer,
  {
    action,
    holder,
    proposedBy,
    about = [],
  }: { action: Action; holder: Holder; proposedBy: number; about?: readonly number[] },
  decision: ProposalDecision,
): ErrorCode | null {
  const isOwn = proposedBy === viewer.userId;
  if (isOwn !== (decision === "withdraw")) return "fourEyes";
  if (isOwn) return null;
  if (!hasStaffLevel(viewer.role, levels[action])) return "forbidden";
  return isHolder(viewer, holder) || about.includes(viewer.userId) ? "fourEyes" : null;
}

/** Kinds of which more than the proposal waits: a hold that protects, or what a person asked for by their rights. */
const answered: readonly string[] = ["placeHold", "liftHold", "makeArchive", "eraseData"] satisfies Action[];

/** Whether it suspends somebody's right, or protects records, for as long as it is open, so that only a person ends it. */
export const suspends = ({ action, after }: { action: string; after: unknown }): boolean =>
  answered.includes(action) || (action === "setRepresentatives" && (after as { ended: unknown[] }).ended.length > 0);

/** The value that the proposer saw has changed, so nobody can confirm it. */
export const isStale = (before: Record<string, unknown>, now: Record<string, unknown>): boolean =>
  Object.entries(before).some(([name, value]) => !isSameJson(now[name], value));
