/** The providers of the setting, with their client secrets. */
import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import type { OidcClient } from "../../adapters/identity/oidc.ts";
import { type Context, requireViewer, type Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getSetting } from "../settings/settings.ts";
import { findSecret, upsertSecret } from "./identity.queries.ts";

/** The provider as saved, on or off; `notFound` without one. */
export async function getProvider(db: Db, id: string): Promise<IdentityProvider> {
  const found = (await getSetting(db, "identity")).providers.find((one) => one.id === id);
  if (!found) throw new Refusal("notFound");
  return found;
}

/** The providers through which staff sign in. */
export async function listSignIn({ db }: Pick<Context, "db">): Promise<{ providers: { id: string; name: string }[] }> {
  const { providers } = await getSetting(db, "identity");
  return { providers: providers.flatMap(({ id, name, isOn }) => (isOn ? [{ id, name }] : [])) };
}

/** Where providers send the browser back to; the page finds the language itself. */
export const redirectUriOf = ({ config }: Pick<Services, "config">): string => `${config.publicUrl}/identity/return`;

/** What a secret is stored for: whoever changes the issuer does not get it. */
export const addressOf = ({ issuer, clientId }: Pick<IdentityProvider, "issuer" | "clientId">): string =>
  `${issuer} ${clientId}`;
const boundTo = (id: string, address: string): string => `${id} ${address}`;

/** The provider for the adapter. */
export async function openClient(
  { db, vault, outside }: Pick<Services, "db" | "vault" | "outside">,
  provider: IdentityProvider,
): Promise<OidcClient> {
  const { id, issuer, clientId } = provider;
  const row = await findSecret(db, id);
  const address = addressOf(provider);
  const secret =
    row?.address === address
      ? (await vault.open("identity", row.sealed, boundTo(id, address))).toString("utf8")
      : undefined;
  return { issuer, clientId, secret, outside };
}

/** Nothing of the secret is in the audit log, and no call answers it. `notFound` for a provider that is not saved. */
export async function saveSecret(
  context: Context,
  { provider: id, secret }: { provider: string; secret: string },
): Promise<{ done: true }> {
  const provider = await getProvider(context.db, id);
  const address = addressOf(provider);
  const sealed = await context.vault.seal("identity", Buffer.from(secret), boundTo(id, address));
  await transact(context, async (tx) => {
    await upsertSecret(tx, { id, address, sealed, by: requireViewer(context).userId });
    tx.audit("identity.secretSaved", "identity", { after: { provider: provider.name, address } });
    tx.emit("identity:changed", {});
  });
  return { done: true };
}
