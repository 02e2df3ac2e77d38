/** The users' calls. */
import type { users } from "@portico/api/users.ts";
import type { Handlers } from "../../http/handlers.ts";
import {
  getUserData,
  getUserState,
  listUserPage,
  setName,
  setPreferences,
  setUserClientNumber,
} from "./users.service.ts";

export const usersRoutes: Handlers<typeof users> = {
  getState: (context, { params }) => getUserState(context, params.id),
  getClientData: async ({ db }, { params }) => (await getUserData(db, params.id)).client_data,
  setPreferences: (context, { params, body }) => setPreferences(context, params.id, body.newPrefs),
  setName: (context, { params, body }) => setName(context, params.id, body.name),
  list: (context, { query }) => listUserPage(context, query),
  get: ({ db }, { params }) => getUserData(db, params.id),
  setClientNumber: (context, { params, body }) => setUserClientNumber(context, params.id, body.clientNumber),
};
