/** Signing out of the portal ends the provider's session too, by the browser (OpenID Connect RP-Initiated Logout 1.0). */
import type { Answer } from "@portico/api/endpoint.ts";
import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import type { identity } from "@portico/api/identity.ts";
import { endSessionUrl } from "../../../adapters/identity/oidc.ts";
import type { Http } from "../../../http/handlers.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { randomValue } from "../../sessions/keys.ts";
import { findSession, logout } from "../../sessions/sessions.ts";
import { getSetting } from "../../settings/settings.ts";
import { findIdToken, insertIdToken } from "../identity.queries.ts";
import { openClient } from "../providers.ts";
import { askProvider } from "../sign-in/flow.ts";

/** The token becomes part of an address, and servers refuse long ones. Without it the person signs out there by hand. */
const longestToken = 6000;

const boundTo = (sessionId: number): string => `session ${sessionId}`;

/** Where providers send the browser back to after signing out; the page finds the language itself. */
export const signedOutUriOf = ({ config }: Pick<Services, "config">): string =>
  `${config.publicUrl}/identity/signed-out`;

/** Keeps what tells the provider which of its sessions ends. */
export async function keepIdToken(
  tx: Tx,
  { vault }: Pick<Services, "vault">,
  { sessionId, providerId, idToken }: { sessionId: number; providerId: string; idToken: string },
): Promise<void> {
  if (idToken.length > longestToken) return;
  const sealed = await vault.seal("identity", Buffer.from(idToken), boundTo(sessionId));
  await insertIdToken(tx, { sessionId, providerId, sealed });
}

interface ProvidersSession {
  provider: IdentityProvider;
  idToken: string;
}

/** The provider's session behind this one; undefined where it stays as it is. */
async function findProvidersSession(context: Context, http: Http): Promise<ProvidersSession | undefined> {
  const { db, vault } = context;
  const session = await findSession(context, http);
  if (!session) return undefined;
  const kept = await findIdToken(db, session.id);
  if (!kept) return undefined;
  const provider = (await getSetting(db, "identity")).providers.find(({ id }) => id === kept.providerId);
  if (!provider?.endsSession) return undefined;
  const idToken = (await vault.open("identity", kept.sealed, boundTo(session.id))).toString("utf8");
  return { provider, idToken };
}

/**
 * Ends the session here, whatever the provider does; then says where the browser ends the one there, or by which name the provider is
 * known where that cannot be had.
 */
export async function signOut(context: Context, http: Http): Promise<Answer<(typeof identity)["signOut"]>> {
  const there = await findProvidersSession(context, http);
  await logout(context, http);
  if (!there) return { url: null, staysAt: null };
  const { provider, idToken } = there;
  const client = await openClient(context, provider);
  const url = await askProvider(context, provider, () =>
    endSessionUrl(client, { idToken, returnTo: signedOutUriOf(context), state: randomValue() }),
  ).catch(() => null);
  return { url, staysAt: url === null ? provider.name : null };
}
