/** What holders let others read; without zod, for pages too. */

/** Each stands for calls that declare it (`delegates` of their access). */
export const delegatedParts = ["reports", "tax", "documents"] as const;
export type DelegatedPart = (typeof delegatedParts)[number];

/** The last day of a delegation is at most so far ahead. */
export const delegationMaxDays = 731;
/** How long an invitation can be accepted. */
export const invitationDays = 14;
/** Delegations of a holder that are not over. */
export const maxDelegations = 20;

/** `invited`: not accepted yet. `lapsed`: the invitation was not accepted in time. `over`: its last day is past. */
export const delegationStates = ["invited", "current", "lapsed", "over", "ended"] as const;
export type DelegationState = (typeof delegationStates)[number];
