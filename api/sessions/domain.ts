/** Signing in and out, and how a person does so. */
import { type Changes, nothing, socketEvent } from "../declaration.ts";
import type { StaleCalls } from "../stale-calls.ts";

type OfPerson = { params: { id: number } };
const factors = ({ params: { id } }: OfPerson): StaleCalls => ({ "sessions.listFactors": { params: { id } } });
const sessionsOf = ({ params: { id } }: OfPerson): StaleCalls => ({ "sessions.listSessions": { params: { id } } });

export const events = {
  /** This session has ended: sign out. Follows from the server's `sessionsRevoked`, which names sessions. */
  "session:revoked": socketEvent<{ reason: "signedOut" | "ended" | "passwordChanged" | "disabled" }>({
    to: "session",
    carries: { reason: true },
    stale: nothing,
  }),
};

export const changes = {
  register: nothing,
  login: nothing,
  verify: nothing,
  logout: nothing,
  requestValidation: nothing,
  checkValidation: nothing,
  resetPassword: nothing,
  beginPasskeySignIn: nothing,
  verifyPasskey: nothing,
  beginAuthenticator: nothing,
  beginPasskey: nothing,
  changePassword: sessionsOf,
  endSession: sessionsOf,
  endOtherSessions: sessionsOf,
  requireOwnFactor: factors,
  makeRecoveryCodes: factors,
  confirmAuthenticator: factors,
  removeAuthenticator: factors,
  confirmPasskey: factors,
  removePasskey: factors,
} satisfies Changes<"sessions">;
