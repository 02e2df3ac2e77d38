/** The users' calls. */
import type { users } from "@portico/api/users.ts";
import type { Handlers } from "../../http/handlers.ts";
import { requireViewer } from "../../kernel/context.ts";
import { hasLevel } from "../../kernel/viewer.ts";
import { setClientNumber } from "../client-numbers/client-numbers.service.ts";
import { representOrPropose } from "../companies/companies.representatives.service.ts";
import { changeState } from "../onboarding/onboarding.state.service.ts";
import { resetFactors } from "../sessions/sessions.factor-reset.service.ts";
import { hasOwnFactor } from "../sessions/sessions.factors.service.ts";
import { listAccesses } from "../timeline/timeline.service.ts";
import { setName } from "./users.names.service.ts";
import { canOfUser } from "./users.policy.ts";
import { mailAdmins, requestSubscription } from "./users.requests.service.ts";
import {
  getProfile,
  getUserData,
  getUserState,
  listUserPage,
  setLastCompany,
  setPreferences,
} from "./users.service.ts";
import { assignUser, setClientData, setRole } from "./users.staff.service.ts";

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
