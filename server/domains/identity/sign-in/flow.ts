/** The way to a provider and back: bound to the browser that began it, finished once. */
import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import { ProviderAway, ProviderDenied, ProviderRefused } from "../../../adapters/identity/failures.ts";
import { beginFlow, finishFlow, type Said } from "../../../adapters/identity/oidc.ts";
import type { Http } from "../../../http/handlers.ts";
import { sha256 } from "../../../http/session.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { randomValue } from "../../sessions/keys.ts";
import { type AttemptPurpose, insertAttempt, takeAttempt } from "../identity.queries.ts";
import { getProvider, openClient, redirectUriOf } from "../providers.ts";

/** Names the browser; another one cannot finish what it began. */
const flowCookie = "__Host-portico-identity";
const cookieSeconds = 10 * 60;

/** The refusal that a person reads; the reason is in the log, without anything secret. */
export async function askProvider<T>({ log }: Context, provider: IdentityProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderDenied) {
      log.info({ provider: provider.name }, "the provider let a person go without signing in");
      throw new Refusal("signInDenied");
    }
    if (!(error instanceof ProviderAway) && !(error instanceof ProviderRefused)) throw error;
    const isAway = error instanceof ProviderAway;
    log.warn(
      { provider: provider.name, reason: error.message },
      isAway ? "provider is away" : "provider's answer refused",
    );
    throw new Refusal(isAway ? "providerAway" : "providerRefused");
  }
}

/** Where the browser goes. `providerAway` if the provider does not answer. */
export async function beginAttempt(
  context: Context,
  http: Http,
  { provider, purpose }: { provider: IdentityProvider; purpose: AttemptPurpose },
): Promise<{ url: string }> {
  const client = await openClient(context, provider);
  const { url, secrets } = await askProvider(context, provider, () =>
    beginFlow(client, { redirectUri: redirectUriOf(context), acrValues: provider.acrValues }),
  );
  const browser = http.cookies[flowCookie] ?? randomValue();
  await inTransaction(context.db, (trx) =>
    insertAttempt(trx, {
      stateHash: sha256(secrets.state),
      browserHash: sha256(browser),
      providerId: provider.id,
      purpose,
      nonce: secrets.nonce,
      codeVerifier: secrets.codeVerifier,
      userId: context.viewer?.userId ?? null,
    }),
  );
  http.setCookie(flowCookie, browser, cookieSeconds);
  return { url };
}

/**
 * What the provider says of who came back. The attempt is used up whatever follows. `expiredCode` if it is not this browser's, is
 * over or was finished; `signInDenied` if the person came back without; `providerRefused` if the answer does not stand up to the checks.
 */
export async function finishAttempt(
  context: Context,
  http: Http,
  { purpose, params }: { purpose: AttemptPurpose; params: string },
): Promise<Said & { provider: IdentityProvider }> {
  const query = new URLSearchParams(params);
  const state = query.get("state");
  const browser = http.cookies[flowCookie];
  const attempt =
    state !== null && browser !== undefined
      ? await inTransaction(context.db, (trx) =>
          takeAttempt(trx, { stateHash: sha256(state), browserHash: sha256(browser), purpose }),
        )
      : undefined;
  // A test is finished by the administrator who began it.
  const isTheirs = attempt?.userId === null || attempt?.userId === context.viewer?.userId;
  if (state === null || !attempt || (purpose === "test" && !isTheirs)) throw new Refusal("expiredCode");
  const provider = await getProvider(context.db, attempt.providerId);
  const client = await openClient(context, provider);
  const redirected = new URL(redirectUriOf(context));
  redirected.search = query.toString();
  const { nonce, codeVerifier } = attempt;
  const said = await askProvider(context, provider, () =>
    finishFlow(client, redirected, { state, nonce, codeVerifier }),
  );
  return { provider, ...said };
}
