/** Records calls with only half of a session. */
import { transact, type WriteContext } from "../../unit-of-work/transact.ts";

/** A token came without its cookie, so it may be stolen. The session continues for whoever has both halves. */
export const recordWrongCookie = (
  context: WriteContext,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<void> =>
  transact({ ...context, system: "sessions" }, async (tx) =>
    tx.audit("session.wrongCookieRefused", userId, { after: { sessionId } }),
  );
