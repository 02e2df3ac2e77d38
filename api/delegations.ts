/** What holders let their accountants and lawyers read: by invitation, in parts, until a day. */
import { z } from "zod";
import { defineEndpoints, holder, self, signedIn } from "./endpoint.ts";
import { delegatedParts, delegationStates } from "./rules/delegations.ts";
import { day, done, holderParams, holderType, id, instant, language } from "./shapes.ts";
import { email } from "./sign-in.ts";

const parts = z.array(z.enum(delegatedParts));

const delegation = z.object({
  id,
  email: z.string(),
  /** Of the delegate; null until the invitation is accepted. */
  name: z.string().nullable(),
  parts,
  /** The last day. */
  validTo: day,
  state: z.enum(delegationStates),
  /** Until when the invitation can be accepted. */
  invitedUntil: instant,
  madeAt: instant,
  madeBy: z.string(),
  acceptedAt: instant.nullable(),
  endedAt: instant.nullable(),
  endedBy: z.string().nullable(),
  /** When the mail with the invitation was refused. */
  undeliveredAt: instant.nullable(),
  /** When the delegate looked last at something. */
  lookedAt: instant.nullable(),
});
export type DelegationRow = z.infer<typeof delegation>;

/** What somebody else lets the person read. */
const share = z.object({ id, holderType, holderId: id, name: z.string(), parts, validTo: day });
export type Share = z.infer<typeof share>;

const delegationParams = holderParams.extend({ delegationId: id });
const secret = z.strictObject({ secret: z.string().min(20).max(100) });

export const delegations = defineEndpoints({
  list: {
    method: "GET",
    path: "/delegation/:holderType/:holderId",
    summary: "Whom the holder lets read what, the newest first; those that are over too.",
    access: holder("internal"),
    params: holderParams,
    answer: z.object({
      delegations: z.array(delegation),
      /** The reader may invite, and end those that are not over. */
      can: z.object({ change: z.boolean() }),
    }),
  },
  invite: {
    method: "POST",
    path: "/delegation/:holderType/:holderId",
    summary:
      "Invites somebody by mail to read parts of the holder's until a day. The account with this address can accept it.",
    access: holder(),
    params: holderParams,
    body: z.strictObject({ email, parts: parts.min(1), validTo: day, language }),
    answer: z.object({ id }),
    sensitive: true,
    notRepeatable: true,
    errors: ["forbidden", "tooManyRequests"],
    rateLimits: [{ tries: 20, seconds: 3600, per: "person" }],
  },
  end: {
    method: "POST",
    path: "/delegation/:holderType/:holderId/:delegationId/end",
    summary: "Ends it, or takes the invitation back. It takes effect at once.",
    access: holder(),
    params: delegationParams,
    body: z.strictObject({}).optional(),
    answer: done,
    errors: ["forbidden", "stateConflict"],
  },
  readInvitation: {
    method: "POST",
    path: "/delegation/invitation",
    summary: "What the invitation with this secret is for.",
    access: signedIn,
    body: secret,
    unread: ["secret"],
    answer: z.object({
      name: z.string(),
      email: z.string(),
      parts,
      validTo: day,
      /** `open`: can be accepted. `accepted`, or `gone`: taken back, too late or ended. */
      state: z.enum(["open", "accepted", "gone"]),
    }),
    rateLimits: [{ tries: 60, seconds: 600, per: "person" }],
  },
  accept: {
    method: "POST",
    path: "/delegation/acceptance",
    summary: "Accepts an invitation with the account that has the invited address. Again, it is the same acceptance.",
    access: signedIn,
    body: secret,
    unread: ["secret"],
    answer: share,
    errors: ["stateConflict", "otherAddress", "isStaff"],
    rateLimits: [{ tries: 30, seconds: 600, per: "person" }],
  },
  listOwn: {
    method: "GET",
    path: "/user/:userId/delegations",
    summary: "Whose reports or documents the person may read today as a delegate.",
    access: self("userId"),
    params: z.object({ userId: id }),
    answer: z.array(share),
  },
  giveUp: {
    method: "POST",
    path: "/user/:userId/delegations/:delegationId/end",
    summary: "The delegate gives the access back.",
    access: self("userId"),
    params: z.object({ userId: id, delegationId: id }),
    body: z.strictObject({}).optional(),
    answer: done,
    errors: ["stateConflict"],
  },
});
