/** What may be done with an invitation of a colleague. */
import type { StaffInvitation } from "@portico/api/invitations.ts";
import type { Verdict } from "../../kernel/policy.ts";
import type { InvitationRow } from "./invitations.queries.ts";

export function stateOf(
  { revokedAt, isAccepted, expiresAt }: Pick<InvitationRow, "revokedAt" | "isAccepted" | "expiresAt">,
  now: Date,
): StaffInvitation["state"] {
  if (revokedAt !== null) return "revoked";
  if (isAccepted) return "accepted";
  return expiresAt <= now ? "expired" : "open";
}

/** Only one that nobody accepted is mailed again or taken back. */
export const refusalToChange = (row: InvitationRow, now: Date): Verdict =>
  ["open", "expired"].includes(stateOf(row, now)) ? null : "stateConflict";
