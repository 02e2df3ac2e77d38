/** A provider ends sessions: somebody signed out there, or was shut out. */

import { clockToleranceSeconds } from "@portico/api/rules/identity.ts";
import { logoutTokenSeconds, readLogoutToken } from "../../../adapters/identity/oidc.ts";
import { sha256 } from "../../../http/session.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { listProviderSessions, revokeSessions } from "../../sessions/sessions.ts";
import { listOfSubject } from "../accounts/accounts.queries.ts";
import { rememberLogout } from "../identity.queries.ts";
import { getProvider, openClient } from "../providers.ts";
import { askProvider } from "../sign-in/flow.ts";

/**
 * Obeys a logout token once: the sessions that it names end with their sockets. `providerRefused` for a token that does not stand up
 * to the checks or was obeyed before, `notFound` for an unknown provider. Nobody with such sessions is no failure.
 */
export async function obeyLogout(context: Context, id: string, token: string): Promise<void> {
  const provider = await getProvider(context.db, id);
  const client = await openClient(context, provider);
  const { subject, sid, jti } = await askProvider(context, provider, () => readLogoutToken(client, token));
  await transact(context, async (tx) => {
    const seconds = logoutTokenSeconds + 2 * clockToleranceSeconds;
    if (!(await rememberLogout(tx, { providerId: id, jtiHash: sha256(jti), seconds })))
      throw new Refusal("providerRefused");
    const accountIds = (await listOfSubject(tx, { providerId: id, subject })).map((account) => account.id);
    const open = await listProviderSessions(tx, { accountIds, ...(sid !== null && { sid }) });
    for (const [userId, sessions] of Map.groupBy(open, (session) => session.userId)) {
      const ended: number[] = [];
      for (const { id: sessionId } of sessions)
        ended.push(...(await revokeSessions(tx, { userId, sessionId, reason: "ended" })));
      if (ended.length > 0)
        tx.audit("identity.loggedOut", userId, { after: { provider: provider.name, sessionIds: ended } });
    }
  });
}
