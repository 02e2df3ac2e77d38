/** A provider that lies: its tokens are signed with its own key, and have whatever the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export interface Bent {
  /** In the place of the usual claims of the ID token; undefined removes one. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signs with a key that it does not publish. */
  foreignKey?: boolean;
  /** What the metadata says of the issuer. */
  metadata?: Record<string, unknown>;
  /** How the token endpoint answers instead. */
  token?: (response: ServerResponse) => void;
}

export interface BentProvider {
  issuer: string;
  bend(how: Bent): void;
  /** The query with which it sends the browser back. */
  visit(url: string): string;
  close(): Promise<void>;
}

export async function startBentProvider(clientId: string): Promise<BentProvider> {
  const [own, foreign] = await Promise.all([generateKeyPair("RS256", { extractable: true }), generateKeyPair("RS256")]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "bent", alg: "RS256", use: "sig" };
  let bent: Bent = {};
  let nonce = "";
  const send = (response: ServerResponse, body: object) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: issuer,
      aud: clientId,
      sub: "bent",
      iat: now,
      exp: now + 300,
      nonce,
      amr: ["mfa"],
      email: "bent@firm.example",
      email_verified: true,
      groups: ["portal-office"],
      ...bent.claims,
    })
      .setProtectedHeader({ alg: "RS256", kid: "bent", ...bent.header })
      .sign(bent.foreignKey ? foreign.privateKey : own.privateKey);
  }
  async function answer({ url }: IncomingMessage, response: ServerResponse) {
    if (url === "/jwks") return send(response, { keys: [jwk] });
    if (url === "/token" && bent.token) return bent.token(response);
    if (url === "/token")
      return send(response, { access_token: "x", token_type: "Bearer", expires_in: 60, id_token: await idToken() });
    return send(response, {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      ...bent.metadata,
    });
  }
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    bend(how) {
      bent = how;
    },
    visit(url) {
      const { searchParams } = new URL(url);
      nonce = searchParams.get("nonce") ?? "";
      return new URLSearchParams({ code: "a code", state: searchParams.get("state") ?? "" }).toString();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
