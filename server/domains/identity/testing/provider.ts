/** A real provider (`oidc-provider`) on a port of this machine, whose person is chosen by the test instead of by a page. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { Provider } from "oidc-provider";

export interface ProvidedClaims {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface TestProvider {
  issuer: string;
  /** Who signs in next, and with which methods. */
  signsIn(claims: ProvidedClaims, amr?: string[]): void;
  /** How often somebody had to sign in there. */
  asked(): number;
  /** A logout token as the provider would sign it; `claims` replace the usual ones. */
  logoutToken(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

const clientId = "portico";
export const testClient = { clientId, secret: "a secret of the test, long enough for the library" } as const;

/** `redirectUri`: of the portal under test. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key: JWK = { ...(await exportJWK(privateKey)), kid: "test", use: "sig", alg: "RS256" };
  let person: ProvidedClaims = { sub: "nobody" };
  let methods: string[] = ["pwd", "otp"];
  let timesAsked = 0;
  // The address is known once it listens.
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, ProvidedClaims>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: testClient.secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL("/identity/signed-out", redirectUri).href],
        // The test posts its tokens itself.
        backchannel_logout_uri: new URL("/nowhere", redirectUri).href,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [key] },
    claims: { openid: ["sub", "amr", "sid"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ["a key of the test"] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  async function handle(...[request, response]: Parameters<typeof callback>): Promise<void> {
    if (!request.url?.startsWith("/interaction/")) return callback(request, response);
    timesAsked++;
    people.set(person.sub, person);
    await provider.interactionFinished(request, response, { login: { accountId: person.sub, amr: methods } });
  }
  return {
    issuer,
    signsIn(claims, amr = ["pwd", "otp"]) {
      person = claims;
      methods = amr;
    },
    asked: () => timesAsked,
    logoutToken: (claims, header = {}) =>
      new SignJWT({
        iss: issuer,
        aud: clientId,
        iat: Math.floor(Date.now() / 1000),
        jti: crypto.randomUUID(),
        events: { "http://schemas.openid.net/event/backchannel-logout": {} },
        ...claims,
      })
        .setProtectedHeader({ alg: "RS256", kid: "test", typ: "logout+jwt", ...header })
        .sign(privateKey),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type Cookies = Map<string, string>;

/** One request of a browser at the provider. */
async function ask(url: string, cookies: Cookies, init: RequestInit = {}): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(url, { ...init, redirect: "manual", headers: { cookie } });
  for (const line of answer.headers.getSetCookie()) {
    const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/s) ?? [];
    if (value === "") cookies.delete(name);
    else cookies.set(name, value);
  }
  return answer;
}

/**
 * A browser at the provider: follows its pages, and returns the query with which it is sent back to the portal. `cookies`: those that
 * the browser has from there, and gets.
 */
export async function visitProvider(url: string, cookies: Cookies = new Map()): Promise<string> {
  let at = url;
  for (let step = 0; step < 10; step++) {
    const answer = await ask(at, cookies);
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
    at = new URL(location, at).href;
    if (new URL(at).pathname === "/identity/return") return new URL(at).search;
  }
  throw new Error("The provider leads nowhere");
}

/** Says yes on the provider's page that asks whether to sign out; returns where the browser is sent then. */
export async function signOutAtProvider(url: string, cookies: Cookies): Promise<string> {
  const asked = await ask(url, cookies);
  const page = await asked.text();
  const [, action = ""] = /action="([^"]+)"/.exec(page) ?? [];
  const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
  if (action === "" || xsrf === "") throw new Error(`The provider answered ${asked.status}: ${page}`);
  const body = new URLSearchParams({ xsrf, logout: "yes" });
  const answer = await ask(new URL(action, url).href, cookies, { method: "POST", body });
  return answer.headers.get("location") ?? "";
}
