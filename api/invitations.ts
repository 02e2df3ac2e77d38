/** Invitations of colleagues: an account is made, and its owner chooses the password by a mailed link. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { proposalReason } from "./proposals.ts";
import { done, id, idAndName, instant, language } from "./shapes.ts";
import { email } from "./sign-in.ts";
import { personName } from "./users.ts";

export const invitationStates = ["open", "expired", "accepted", "revoked"] as const;
const role = z.enum(["internal", "office", "admin"]);

const invitation = idAndName.extend({
  email: z.string(),
  role,
  /** The role waits for a second administrator. */
  roleWaits: z.boolean(),
  invitedBy: z.string(),
  invitedAt: instant,
  /** Until when the link works that was mailed last. */
  expiresAt: instant,
  state: z.enum(invitationStates),
});
export type StaffInvitation = z.infer<typeof invitation>;

const params = z.object({ userId: id });

export const invitations = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/invitations",
    summary: "Invitations of colleagues, the newest first.",
    access: staff("admin"),
    answer: z.array(invitation),
  },
  invite: {
    method: "POST",
    path: "/staff/invitations",
    summary:
      "Makes an account for a colleague and mails a link to choose its password. The role is given as any change of a role: while four eyes are on, and for administrators, a second one confirms it.",
    access: staff("admin"),
    body: z.strictObject({ email, name: personName, role, language, reason: proposalReason }),
    answer: z.object({ id, proposalId: id.nullable() }),
    errors: ["emailInUse", "tooFewAdmins"],
    notRepeatable: true,
    rateLimits: [{ tries: 30, seconds: 3600, per: "person" }],
  },
  repeat: {
    method: "POST",
    path: "/staff/invitations/:userId/repeat",
    summary: "Mails a new link; the one before works no longer.",
    access: staff("admin"),
    params,
    body: z.strictObject({}).optional(),
    answer: done,
    errors: ["stateConflict"],
    notRepeatable: true,
    rateLimits: [{ tries: 30, seconds: 3600, per: "person" }],
  },
  revoke: {
    method: "POST",
    path: "/staff/invitations/:userId/revoke",
    summary: "Takes back an invitation that was not accepted; the address can be invited again.",
    access: staff("admin"),
    params,
    body: z.strictObject({}).optional(),
    answer: done,
    errors: ["stateConflict"],
  },
});
