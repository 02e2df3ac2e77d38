/** The users' calls. */
import type { users } from "@portico/api/users.ts";
import type { Handlers } from "../../http/handlers.ts";
import { requireViewer } from "../../kernel/context.ts";
import { hasLevel } from "../../kernel/viewer.ts";
import { setClientNumber } from "../client-numbers/client-numbers.ts";
import { representOrPropose } from "../companies/representatives.ts";
import { changeState } from "../onboarding/state.ts";
import { hasOwnFactor } from "../sessions/factors/factors.ts";
import { resetFactors } from "../sessions/factors/reset.ts";
import { listAccesses } from "../timeline/timeline.ts";
import { setName } from "./names.ts";
import { mailAdmins, requestSubscription } from "./requests.ts";
import { assignUser, setClientData, setRole } from "./staff.ts";
import { canOfUser } from "./users.policy.ts";
import { getProfile, getUserData, getUserState, listUserPage, setLastCompany, setPreferences } from "./users.ts";

const user = (holderId: number) => ({ holderType: "user", holderId }) as const;

export const usersRoutes: Handlers<typeof users> = {
  getState: (context, { params }) => getUserState(context, params.id),
  getClientData: async ({ db }, { params }) => (await getUserData(db, params.id)).client_data,
  setPreferences: (context, { params, body }) => setPreferences(context, params.id, body.newPrefs),
  setName: (context, { params, body }) => setName(context, params.id, body),
  list: (context, { query }) => listUserPage(context, query),
  get: async (context, { params: { id } }) => {
    const viewer = requireViewer(context);
    if (!hasLevel(viewer, "internal")) return getProfile(context, id);
    const [profile, ownFactor] = await Promise.all([getProfile(context, id), hasOwnFactor(context.db, id)]);
    return { ...profile, ownFactor, can: canOfUser(viewer, { ...profile, ownFactor }) };
  },
  setClientNumber: (context, { params, body }) => setClientNumber(context, user(params.id), body),
  modifyState: (context, { params, body }) => changeState(context, user(params.id), body),
  resetFactors: (context, { params, body }) => resetFactors(context, params.id, body.reason),
  requestSubscription: (context, { params, body }) => requestSubscription(context, params.id, body.service),
  mailAdmins: (context, { params, body }) => mailAdmins(context, params.id, body),
  setClientData: (context, { params, body }) => setClientData(context, params.id, body.newData),
  setRole: (context, { params, body }) => setRole(context, params.id, body),
  assign: (context, { params, body }) => assignUser(context, params.id, body.admin_id),
  editRepresentations: async (context, { params, body }) => {
    const { ids, proposalIds } = await representOrPropose(context, { userId: params.id }, body);
    return { repCompanies: ids, proposalIds };
  },
  setLastCompany: (context, { params, body }) => setLastCompany(context, params.id, body.lastCompany),
  listAccesses: (context, { params, query }) => listAccesses(context, params.id, query),
};
