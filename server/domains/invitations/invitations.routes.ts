/** The calls of invitations of colleagues. */
import type { invitations } from "@portico/api/invitations.ts";
import type { Handlers } from "../../http/handlers.ts";
import { invite, readInvitations, repeatInvitation, revokeInvitation } from "./invitations.ts";

export const invitationsRoutes: Handlers<typeof invitations> = {
  list: (context) => readInvitations(context),
  invite: (context, { body }) => invite(context, body),
  repeat: (context, { params }) => repeatInvitation(context, params.userId),
  revoke: (context, { params }) => revokeInvitation(context, params.userId),
};
