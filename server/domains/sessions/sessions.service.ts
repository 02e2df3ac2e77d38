/** The sessions of a user: what there are, and how they end. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { sessions } from "@portico/api/sessions.ts";
import { audit } from "../../audit/audit.ts";
import type { Http } from "../../http/handlers.ts";
import { bindCookie } from "../../http/session.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import type { DomainEvents } from "../../kernel/events.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import { sha256 } from "./sessions.keys.ts";
import { endSessions, findSessionByToken, listOpenSessions } from "./sessions.queries.ts";

type RevocationReason = DomainEvents["sessionsRevoked"][0]["reason"];

/** The part of an audit entry that tells who called, and from where. */
export const auditOrigin = ({ viewer, caller }: Context) => ({
  actor: viewer ? { userId: viewer.userId, sessionId: viewer.sessionId } : { system: "sessions" },
  address: caller.address,
  requestId: caller.requestId,
});

/**
 * Ends every open session of the user, but the one to keep; returns their ids. The caller audits its own change and,
 * after commit, emits `sessionsRevoked` with the ids so that sockets go too.
 */
export const revokeSessions = (
  trx: Trx,
  which: { userId: number; exceptSessionId?: number; reason: RevocationReason },
): Promise<number[]> => endSessions(trx, which);

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

async function end(context: Context, which: { userId: number; sessionId?: number; exceptSessionId?: number }) {
  const ended = await inTransaction(context.db, async (trx) => {
    const ids = await endSessions(trx, { ...which, reason: "ended" });
    if (ids.length > 0)
      await audit(trx, {
        ...auditOrigin(context),
        action: "session.ended",
        subject: { type: "user", id: which.userId },
        after: { sessionIds: ids },
      });
    return ids;
  });
  if (ended.length > 0) context.events.emit("sessionsRevoked", { sessionIds: ended, reason: "ended" });
  return ended;
}

/** Ends one session of the user; `notFound` where it is not theirs or over. */
export async function endSession(context: Context, userId: number, sessionId: number): Promise<{ done: true }> {
  const ended = await end(context, { userId, sessionId });
  if (ended.length === 0) throw new Refusal("notFound");
  return { done: true };
}

export async function endOtherSessions(context: Context, userId: number): Promise<{ ended: number }> {
  const ended = await end(context, { userId, exceptSessionId: requireViewer(context).sessionId });
  return { ended: ended.length };
}

/** Ends the session that the call carries, with both its halves; harmless where there is none. */
export async function logout(context: Context, http: Http): Promise<{ done: true }> {
  const bind = http.cookies[bindCookie];
  const session =
    http.token === null
      ? undefined
      : await findSessionByToken(context.db, sha256(http.token), bind === undefined ? null : sha256(bind));
  if (session) {
    const ended = await inTransaction(context.db, async (trx) => {
      const ids = await endSessions(trx, { userId: session.user_id, sessionId: session.id, reason: "signedOut" });
      if (ids.length > 0)
        await audit(trx, {
          ...auditOrigin(context),
          actor: { userId: session.user_id, sessionId: session.id },
          action: "session.signedOut",
          subject: { type: "user", id: session.user_id },
        });
      return ids;
    });
    if (ended.length > 0) context.events.emit("sessionsRevoked", { sessionIds: ended, reason: "signedOut" });
    http.clearCookie(bindCookie);
  }
  return { done: true };
}
