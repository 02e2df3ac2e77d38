/** Invitations of clients who were brought in. */
import { z } from "zod";
import { clientInvitationStates } from "../rules/client-imports.ts";
import { id, idAndName, instant, language } from "../shapes.ts";

export const clientInvitation = idAndName.extend({
  email: z.string(),
  language,
  clientNumber: z.string().nullable(),
  /** The file. */
  importId: id,
  state: z.enum(clientInvitationStates),
  /** How often it was mailed. */
  sends: z.number().int(),
  sentAt: instant.nullable(),
  /** Until when the link works that was mailed last. */
  expiresAt: instant.nullable(),
  signedInAt: instant.nullable(),
  /** They asked for a password before they were invited. */
  askedAt: instant.nullable(),
  /** The last mail to the address came back. */
  returned: z.boolean(),
});
export type ClientInvitation = z.infer<typeof clientInvitation>;

/** By state; `signedIn` of the accepted, `returned` of the others. */
export const invitationCounts = z.object({
  ...(Object.fromEntries(clientInvitationStates.map((state) => [state, z.number().int()])) as Record<
    (typeof clientInvitationStates)[number],
    z.ZodNumber
  >),
  signedIn: z.number().int(),
  returned: z.number().int(),
});
export type InvitationCounts = z.infer<typeof invitationCounts>;

export const invitationPace = z.object({
  perHour: z.number().int(),
  days: z.number().int(),
  /** Nothing is mailed while the firm's terms or privacy notice are not published. */
  missing: z.array(z.enum(["terms", "privacy"])),
});

export const invitationFilter = {
  importId: z.coerce.number().int().positive().optional(),
  state: z.enum([...clientInvitationStates, "signedIn", "returned"]).optional(),
  search: z.string().trim().max(200).optional(),
};
