/** The calls of signing in and of a user's sessions and factors. */
import type { sessions } from "@portico/api/sessions.ts";
import type { Handlers } from "../../http/handlers.ts";
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from "./factors/authenticator.ts";
import { listFactors, requireOwnFactor } from "./factors/factors.ts";
import { beginPasskey, beginPasskeySignIn, confirmPasskey, removePasskey, verifyPasskey } from "./factors/passkeys.ts";
import { makeRecoveryCodes } from "./factors/recovery-codes.ts";
import { changePassword, generateReset, resetPassword } from "./passwords/new-password.ts";
import { endOtherSessions, endSession, listSessions, logout } from "./sessions.ts";
import { verify } from "./sign-in/complete-sign-in.ts";
import { login, register, resendCode } from "./sign-in/password-step.ts";
import { checkValidation, requestValidation } from "./step-code.ts";

export const sessionsRoutes: Handlers<typeof sessions> = {
  register: (context, { body }, http) => register(context, http, body),
  login: (context, { body }, http) => login(context, http, body),
  verify: (context, { body }, http) => verify(context, http, body),
  resendCode: (context, { params }, http) => resendCode(context, http, params.email),
  generateReset: (context, { params }) => generateReset(context, params.email),
  resetPassword: (context, { params, body }, http) => resetPassword(context, http, { ...params, ...body }),
  logout: (context, _, http) => logout(context, http),
  beginPasskeySignIn: (context, { body }, http) => beginPasskeySignIn(context, http, body),
  verifyPasskey: (context, { body }, http) => verifyPasskey(context, http, body),
  requestValidation: (context, { params }) => requestValidation(context, params.id),
  checkValidation: (context, { params, body }) => checkValidation(context, params.id, body),
  readTogether: async (_, { query }, http) => ({
    answers: await Promise.all(query.paths.split(",").map((path) => http.readAlso(path))),
  }),
  listSessions: (context, { params }) => listSessions(context, params.id),
  endSession: (context, { params }) => endSession(context, params.id, params.sessionId),
  endOtherSessions: (context, { params }) => endOtherSessions(context, params.id),
  changePassword: (context, { params, body }) => changePassword(context, params.id, body),
  requireOwnFactor: (context, { params, body }) => requireOwnFactor(context, params.id, body),
  makeRecoveryCodes: (context, { params, body }) => makeRecoveryCodes(context, params.id, body.currentPassword),
  listFactors: (context, { params }) => listFactors(context, params.id),
  beginAuthenticator: (context, { params, body }) => beginAuthenticator(context, params.id, body.currentPassword),
  confirmAuthenticator: (context, { params, body }) => confirmAuthenticator(context, params.id, body.code),
  removeAuthenticator: (context, { params, body }) => removeAuthenticator(context, params.id, body.currentPassword),
  beginPasskey: (context, { params, body }) => beginPasskey(context, params.id, body.currentPassword),
  confirmPasskey: (context, { params, body }) => confirmPasskey(context, params.id, body),
  removePasskey: (context, { params, body }) =>
    removePasskey(context, params.id, { passkeyId: params.passkeyId, currentPassword: body.currentPassword }),
};
