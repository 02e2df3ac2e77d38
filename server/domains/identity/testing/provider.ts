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
    people.set(person.sub, person);
    await provider.interactionFinished(request, response, { login: { accountId: person.sub, amr: methods } });
  }
  return {
    issuer,
    signsIn(claims, amr = ["pwd", "otp"]) {
      person = claims;
      methods = amr;
    },
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

/** A browser at the provider: follows its pages, and returns the query with which it is sent back to the portal. */
export async function visitProvider(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = url;
  for (let step = 0; step < 10; step++) {
    const answer = await fetch(at, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";")[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
    at = new URL(location, at).href;
    if (new URL(at).pathname === "/identity/return") return new URL(at).search;
  }
  throw new Error("The provider leads nowhere");
}
