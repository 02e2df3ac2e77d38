/** Notes calls with half of a session. */
import { transact, type WriteContext } from "../../unit-of-work/transact.ts";

/** A token came without its own cookie: maybe stolen. The session goes on for whoever has both halves. */
export const recordWrongCookie = (
  context: WriteContext,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<void> =>
  transact({ ...context, system: "sessions" }, async (tx) =>
    tx.audit("session.wrongCookieRefused", userId, { after: { sessionId } }),
  );
