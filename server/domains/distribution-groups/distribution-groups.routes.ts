/** The calls of distribution groups. */
import type { distributionGroups } from "@portico/api/distribution-groups.ts";
import type { Handlers } from "../../http/handlers.ts";
import {
  deleteDistributionGroup,
  listAllGroups,
  listUserGroups,
  renameDistributionGroup,
  setUserGroups,
} from "./distribution-groups.ts";

export const distributionGroupsRoutes: Handlers<typeof distributionGroups> = {
  list: (context) => listAllGroups(context),
  rename: (context, { params, body }) => renameDistributionGroup(context, params.name, body.new_name),
  remove: (context, { params }) => deleteDistributionGroup(context, params.name),
  listOfUser: (context, { params }) => listUserGroups(context, params.id),
  setOfUser: (context, { params, body }) => setUserGroups(context, params.id, body.newGroups),
};
