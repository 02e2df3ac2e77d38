/** The calls of delegations. */
import type { delegations } from "@portico/api/delegations.ts";
import type { Handlers } from "../../http/handlers.ts";
import { acceptInvitation, readInvitation } from "./acceptance.ts";
import { endByDelegate, endByHolder, inviteDelegate, listHolderDelegations, listOwnShares } from "./delegations.ts";

export const delegationsRoutes: Handlers<typeof delegations> = {
  list: (context, { holder }) => listHolderDelegations(context, holder),
  invite: (context, { holder, body }) => inviteDelegate(context, holder, body),
  end: (context, { holder, params }) => endByHolder(context, holder, params.delegationId),
  readInvitation: (context, { body }) => readInvitation(context, body.secret),
  accept: (context, { body }) => acceptInvitation(context, body.secret),
  listOwn: (context, { params }) => listOwnShares(context, params.userId),
  giveUp: (context, { params }) => endByDelegate(context, params.userId, params.delegationId),
};
