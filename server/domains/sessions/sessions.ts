/** A user's sessions: listing and ending them. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { sessions } from "@portico/api/sessions.ts";
import type { Http } from "../../http/handlers.ts";
import { bindCookie } from "../../http/session.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import type { DomainEvents } from "../../kernel/events.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { sha256 } from "./keys.ts";
import { endSessions, findSessionByToken, listOpenSessions } from "./sessions.queries.ts";

export { listProviderSessions } from "./sessions.queries.ts";

type RevocationReason = DomainEvents["sessionsRevoked"][0]["reason"];

/** Ends open sessions of the user, and their sockets; returns their ids. The caller audits its own change. */
export async function revokeSessions(
  tx: Tx,
  which: { userId: number; sessionId?: number; exceptSessionId?: number; reason: RevocationReason },
): Promise<number[]> {
  const sessionIds = await endSessions(tx, which);
  if (sessionIds.length > 0) tx.emit("sessionsRevoked", { sessionIds, reason: which.reason });
  return sessionIds;
}

/** The user's open sessions, newest first. */
export async function listSessions(
  context: Context,
  userId: number,
): Promise<Answer<(typeof sessions)["listSessions"]>> {
  const { sessionId } = requireViewer(context);
  const rows = await listOpenSessions(context.db, userId);
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      ip: row.ip ?? "",
      country: row.country,
      country_code: row.country_code,
      city: row.city,
      os: row.os ?? "no detection",
      browserName: row.browser_name ?? "no detection",
      current: row.id === sessionId,
    })),
  };
}

const end = (context: Context, which: { userId: number; sessionId?: number; exceptSessionId?: number }) =>
  transact(context, async (tx) => {
    const sessionIds = await revokeSessions(tx, { ...which, reason: "ended" });
    if (sessionIds.length > 0) tx.audit("session.ended", which.userId, { after: { sessionIds } });
    return sessionIds;
  });

/** Ends one session of the user; `notFound` if not theirs or over. */
export async function endSession(context: Context, userId: number, sessionId: number): Promise<{ done: true }> {
  const ended = await end(context, { userId, sessionId });
  if (ended.length === 0) throw new Refusal("notFound");
  return { done: true };
}

export async function endOtherSessions(context: Context, userId: number): Promise<{ ended: number }> {
  const ended = await end(context, { userId, exceptSessionId: requireViewer(context).sessionId });
  return { ended: ended.length };
}

/** The session of a call that is open to anyone, by both halves; undefined without one. */
export async function findSession({ db }: Pick<Context, "db">, { token, cookies }: Http) {
  const bind = cookies[bindCookie];
  return token === null ? undefined : findSessionByToken(db, sha256(token), bind === undefined ? null : sha256(bind));
}

/** Ends the session of the call, both halves; does nothing without one. */
export async function logout(context: Context, http: Http): Promise<{ done: true }> {
  const session = await findSession(context, http);
  if (session) {
    const whose = { userId: session.user_id, sessionId: session.id };
    await transact(context, async (tx) => {
      const ended = await revokeSessions(tx, { ...whose, reason: "signedOut" });
      if (ended.length > 0) tx.audit("session.signedOut", whose.userId, { actor: whose });
    });
    http.clearCookie(bindCookie);
  }
  // What the browser has stored to ask whether it changed.
  http.clearCache();
  return { done: true };
}
