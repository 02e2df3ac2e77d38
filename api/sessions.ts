/**
 * A user's sessions: signing in (sign-in.ts), second factors (factors.ts) and open sessions, combined into one list of
 * calls.
 */
import { z } from "zod";
import { anyone, defineEndpoints, self, signedIn } from "./endpoint.ts";
import { ownFactors } from "./factors.ts";
import { done, id, instant } from "./shapes.ts";
import { signIn } from "./sign-in.ts";
import { password } from "./users.ts";

export const sessionRow = z.object({
  id,
  created_at: instant,
  last_seen_at: instant,
  ip: z.string(),
  country: z.string().nullable(),
  country_code: z.string().nullable(),
  city: z.string().nullable(),
  os: z.string(),
  browserName: z.string(),
  /** The session that makes the call. */
  current: z.boolean(),
});

/** Calls on open sessions: list, end, confirm with a code, change the password. */
const openSessions = defineEndpoints({
  logout: {
    method: "POST",
    path: "/user/logout",
    summary: "Ends the session that asks; asking again is harmless.",
    access: anyone,
    body: z.strictObject({}),
    answer: done,
  },
  requestValidation: {
    method: "POST",
    path: "/user/:id/request-validation",
    summary: "Mails a one-time code for check-validation to the signed-in user.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: z.strictObject({}),
    answer: done,
    rateLimits: [{ tries: 5, seconds: 900, per: { field: "id" } }],
  },
  checkValidation: {
    method: "POST",
    path: "/user/:id/check-validation",
    summary: "Checks a one-time code; a right one lets the next call through that needs a fresh code.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: z.strictObject({
      string: z.string().min(1).max(200),
      /** What a code was requested for that confirms only this, such as one contract (its `requestCode`). */
      for: z.string().max(200).optional(),
    }),
    answer: z.object({ valid: z.literal(true) }),
    errors: ["invalidCode", "expiredCode"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
  readTogether: {
    method: "GET",
    path: "/together",
    summary: "The answers of several small reads of a page, each as its own call would answer the caller.",
    access: signedIn,
    beforeSecondFactor: true,
    query: z.object({
      /** Paths of calls that allow it, with a comma between them. */
      paths: z
        .string()
        .max(2000)
        .regex(/^\/[\w/-]+(\?[\w=&-]+)?(,\/[\w/-]+(\?[\w=&-]+)?){0,15}$/),
    }),
    /** As JSON text, in the order of the paths; null for a call that has to be made by itself, such as one that fails. */
    answer: z.object({ answers: z.array(z.string().nullable()) }),
  },
  listSessions: {
    method: "GET",
    path: "/user/:id/sessions",
    summary: "The user's open sessions with device and place.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    answer: z.object({ sessions: z.array(sessionRow) }),
  },
  endSession: {
    method: "DELETE",
    path: "/user/:id/sessions/:sessionId",
    summary: "Ends one of the user's sessions.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id, sessionId: id }),
    answer: done,
  },
  endOtherSessions: {
    method: "DELETE",
    path: "/user/:id/sessions",
    summary: "Ends every session of the user but the one that asks.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    answer: z.object({ ended: z.number().int() }),
  },
  changePassword: {
    method: "POST",
    path: "/user/:id/password",
    summary: "Changes the password, with the current one, and ends the user's other sessions.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: z.strictObject({ currentPassword: z.string().min(1).max(128), newPassword: password }),
    unread: ["currentPassword", "newPassword"],
    answer: done,
    errors: ["wrongPassword", "passwordLeaked"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
});

export const sessions = { ...signIn, ...openSessions, ...ownFactors };
