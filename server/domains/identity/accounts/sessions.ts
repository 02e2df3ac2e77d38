/** Sessions that an identity provider opened: they end with what they were opened for. */
import type { Tx } from "../../../unit-of-work/transact.ts";
import { listProviderSessions, revokeSessions } from "../../sessions/sessions.ts";

/** Ends the open sessions of an account, with their sockets; returns their ids. The caller audits its own change. */
export async function endAccountSessions(tx: Tx, accountId: number): Promise<number[]> {
  const open = await listProviderSessions(tx, { accountIds: [accountId] });
  const ended = await Promise.all(
    open.map(({ id, userId }) => revokeSessions(tx, { userId, sessionId: id, reason: "ended" })),
  );
  return ended.flat();
}
