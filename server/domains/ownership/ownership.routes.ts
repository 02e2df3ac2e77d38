/** The calls of shares in companies. */
import type { ownership } from "@portico/api/ownership.ts";
import type { Handlers } from "../../http/handlers.ts";
import { confirmShare, correctShare, listOwnShares, listShares, removeShare } from "./shares.ts";

export const ownershipRoutes: Handlers<typeof ownership> = {
  listOwn: (context, { params }) => listOwnShares(context, params.userId),
  list: (context, { params }) => listShares(context, params.id),
  confirm: (context, { params, body }) => confirmShare(context, params.id, body),
  correct: (context, { params, body }) => correctShare(context, params, body),
  remove: (context, { params, body }) => removeShare(context, params, body),
};
