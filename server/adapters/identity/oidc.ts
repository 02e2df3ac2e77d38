/**
 * The firm's identity providers, by OpenID Connect Core 1.0: authorization code flow with PKCE, and logout tokens of OpenID Connect
 * Back-Channel Logout 1.0. Signatures, issuer, audience, nonce and times are checked by `openid-client` and `jose`.
 */
import { clockToleranceSeconds } from "@portico/api/rules/identity.ts";
import type { JWTVerifyGetKey } from "jose";
import type { ClientAuth, Configuration } from "openid-client";
import type { Outside } from "../outside/outside.ts";
import { answeredError, ProviderAway, ProviderDenied, ProviderRefused, wasAway } from "./failures.ts";
import { limitedFetch, timeoutSeconds } from "./limited-fetch.ts";

export interface OidcClient {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which has PKCE alone. */
  secret: string | undefined;
  /** By which it is called: an administrator typed its address. */
  outside: Outside;
}

/** What only the one who began a flow knows. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export type Claims = Readonly<Record<string, unknown>>;

/** The libraries are loaded on first use: most installations have no provider. */
const openid = () => import("openid-client");
const jose = () => import("jose");

/** How long a provider's metadata is used: its keys are looked up again whenever one is unknown. */
const keptMs = 10 * 60_000;
const configurations = new Map<string, { configuration: Configuration; until: number }>();

/** The provider's metadata (OpenID Connect Discovery 1.0); its issuer is the one that was asked for. */
async function discover({ issuer, clientId, secret, outside }: OidcClient): Promise<Configuration> {
  const key = JSON.stringify([issuer, clientId, secret]);
  const kept = configurations.get(key);
  if (kept && kept.until > Date.now()) return kept.configuration;
  const client = await openid();
  const isHere = issuer.startsWith("http:");
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: clockToleranceSeconds },
    secret === undefined ? client.None() : authenticateBy(client, secret),
    {
      timeout: timeoutSeconds,
      [client.customFetch]: limitedFetch(outside),
      execute: [client.enableNonRepudiationChecks, ...(isHere ? [client.allowInsecureRequests] : [])],
    },
  );
  if (configurations.size > 50) configurations.clear();
  configurations.set(key, { configuration, until: Date.now() + keptMs });
  return configuration;
}

/** By HTTP Basic, which a provider takes that names no way, or in the body of the call where it takes only that. */
const authenticateBy =
  (client: Awaited<ReturnType<typeof openid>>, secret: string): ClientAuth =>
  (server, metadata, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const way = methods.includes("client_secret_basic") ? client.ClientSecretBasic : client.ClientSecretPost;
    way(secret)(server, metadata, body, headers);
  };

/** Keys of a provider, fetched again if one is unknown, at most every half minute. */
const keySets = new WeakMap<Configuration, JWTVerifyGetKey>();

async function readKeys(configuration: Configuration, { outside }: OidcClient): Promise<JWTVerifyGetKey> {
  const kept = keySets.get(configuration);
  if (kept) return kept;
  const { jwks_uri } = configuration.serverMetadata();
  if (jwks_uri === undefined) throw new ProviderRefused("the provider publishes no keys");
  const { createRemoteJWKSet, customFetch } = await jose();
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: timeoutSeconds * 1000,
    [customFetch]: limitedFetch(outside),
  });
  keySets.set(configuration, keys);
  return keys;
}

/** Throws `ProviderAway`, `ProviderDenied` or `ProviderRefused`, whichever the failure means. */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderAway || error instanceof ProviderRefused) throw error;
    const answered = answeredError(error);
    if (answered === "access_denied") throw new ProviderDenied(answered);
    throw wasAway(error) ? new ProviderAway(error) : new ProviderRefused(answered ?? error);
  }
}

/** The address to which the browser goes, and the secrets of the flow. */
export const beginFlow = (
  to: OidcClient,
  { redirectUri, acrValues }: { redirectUri: string; acrValues: readonly string[] },
): Promise<{ url: string; secrets: FlowSecrets }> =>
  asking(async () => {
    const client = await openid();
    const configuration = await discover(to);
    const secrets = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      codeVerifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: "openid profile email",
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: "S256",
      ...(acrValues.length > 0 && { acr_values: acrValues.join(" ") }),
    });
    return { url: url.href, secrets };
  });

/** What the provider says of the person: the claims of the ID token, and those of its user info that the token does not have. */
export interface Said {
  claims: Claims;
  /** As it came. */
  idToken: string;
}

/** `redirected`: the redirect URI with the query that the browser came back with. */
export const finishFlow = (from: OidcClient, redirected: URL, secrets: FlowSecrets): Promise<Said> =>
  asking(async () => {
    const client = await openid();
    const configuration = await discover(from);
    const tokens = await client.authorizationCodeGrant(configuration, redirected, {
      pkceCodeVerifier: secrets.codeVerifier,
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    const { id_token: idToken } = tokens;
    if (!claims || idToken === undefined) throw new ProviderRefused("no ID token");
    requireOneAudience(claims.aud, from.clientId);
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return { claims, idToken };
    const info = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { claims: { ...info, ...claims }, idToken };
  });

/**
 * Where the browser goes to end the provider's session (OpenID Connect RP-Initiated Logout 1.0), and then to `returnTo`. Null if the
 * provider names no such address. Entra ID knows the account by the claim `login_hint`, others by the token.
 */
export const endSessionUrl = (
  at: OidcClient,
  { idToken, returnTo, state }: { idToken: string; returnTo: string; state: string },
): Promise<string | null> =>
  asking(async () => {
    const [client, { decodeJwt }] = await Promise.all([openid(), jose()]);
    const configuration = await discover(at);
    const { end_session_endpoint: address } = configuration.serverMetadata();
    if (address === undefined) return null;
    // The browser goes there: an address of another kind would be a script.
    const { protocol } = new URL(address);
    if (protocol !== "https:" && protocol !== new URL(at.issuer).protocol)
      throw new ProviderRefused("the address to sign out at is none of the web");
    const { login_hint: hint } = decodeJwt(idToken);
    const { href } = client.buildEndSessionUrl(configuration, {
      id_token_hint: idToken,
      post_logout_redirect_uri: returnTo,
      state,
      ...(typeof hint === "string" && hint !== "" && { logout_hint: hint }),
    });
    return href;
  });

/** A token that is meant for others too could be one that they received. */
function requireOneAudience(audience: unknown, clientId: string): void {
  const all = Array.isArray(audience) ? audience : [audience];
  if (all.length !== 1 || all[0] !== clientId) throw new ProviderRefused("the token is for others too");
}

export interface LogoutToken {
  subject: string | null;
  sid: string | null;
  jti: string;
}

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";
/** What a logout token may be signed with: never by nothing, nor by a secret that others may have. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
/** A logout token that is older is not obeyed; one that is younger is obeyed once. */
export const logoutTokenSeconds = 300;

/** The logout token (section 2.6 of Back-Channel Logout 1.0), or throws `ProviderRefused` or `ProviderAway`. */
export const readLogoutToken = (from: OidcClient, token: string): Promise<LogoutToken> =>
  asking(async () => {
    const { jwtVerify } = await jose();
    const configuration = await discover(from);
    const { payload, protectedHeader } = await jwtVerify(token, await readKeys(configuration, from), {
      issuer: configuration.serverMetadata().issuer,
      audience: from.clientId,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: logoutTokenSeconds,
      requiredClaims: ["iat", "jti", "events"],
    });
    const { typ } = protectedHeader;
    if (typ !== undefined && !["logout+jwt", "jwt"].includes(typ.toLowerCase().replace("application/", "")))
      throw new ProviderRefused("the token is no logout token");
    requireOneAudience(payload.aud, from.clientId);
    if ("nonce" in payload) throw new ProviderRefused("a logout token has no nonce");
    const { events, sub, jti } = payload;
    const sid = payload["sid"];
    const event = typeof events === "object" && events !== null ? Reflect.get(events, logoutEvent) : undefined;
    if (typeof event !== "object" || event === null) throw new ProviderRefused("the event of a logout is missing");
    if (typeof jti !== "string" || jti === "") throw new ProviderRefused("the token has no name");
    if ((sub !== undefined && typeof sub !== "string") || (sid !== undefined && typeof sid !== "string"))
      throw new ProviderRefused("the person or session is no text");
    if (sub === undefined && sid === undefined) throw new ProviderRefused("neither a person nor a session");
    return { subject: sub ?? null, sid: (sid as string | undefined) ?? null, jti };
  });
