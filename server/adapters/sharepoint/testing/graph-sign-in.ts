/** The sign-in of the test's SharePoint: it checks the proof that a client gives of its secret or of its private key. */
import { constants, createHash, randomUUID, verify, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";

/** Files with the certificate that the application is registered with, and its key. */
export interface TestCredential {
  files: { certificate: string; key: string };
}

interface SignIn {
  base: string;
  pathname: string;
  aheadMs: number;
  tokens: Set<string>;
  credential: TestCredential | undefined;
}

const part = (text: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(text ?? "", "base64url").toString()) as Record<string, unknown>;

/** Why an assertion is refused, as Microsoft's number; null if it is right. */
function faultOf(assertion: string, { base, pathname, aheadMs, credential }: SignIn): number | null {
  const [head, claims, signature = ""] = assertion.split(".");
  const { alg, "x5t#S256": thumbprint } = part(head);
  const { aud, iss, sub, nbf, exp, jti } = part(claims);
  if (!credential || alg !== "PS256") return 700027;
  const { raw, publicKey } = new X509Certificate(readFileSync(credential.files.certificate));
  if (thumbprint !== createHash("sha256").update(raw).digest("base64url")) return 700027;
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, "base64url"))) return 700027;
  if (aud !== base + pathname || iss !== "portal" || sub !== "portal" || typeof jti !== "string") return 700023;
  const now = (Date.now() + aheadMs) / 1000;
  return Number(nbf) <= now && now < Number(exp) && Number(exp) - Number(nbf) <= 900 ? null : 700024;
}

export function answerSignIn(response: ServerResponse, body: Buffer, signIn: SignIn): void {
  const form = new URLSearchParams(body.toString());
  const date = new Date(Date.now() + signIn.aheadMs).toUTCString();
  const send = (status: number, answer: object): void =>
    void response.writeHead(status, { "content-type": "application/json", date }).end(JSON.stringify(answer));
  const refuse = (number: number): void => send(401, { error: "invalid_client", error_codes: [number] });
  if (!signIn.pathname.startsWith("/firm.example/")) return refuse(90002);
  if (form.get("client_id") !== "portal") return refuse(700016);
  if (form.get("grant_type") !== "client_credentials" || form.get("scope") !== `${signIn.base}/.default`)
    return refuse(70011);
  const assertion = form.get("client_assertion");
  const fault = assertion
    ? faultOf(assertion, signIn)
    : !signIn.credential && form.get("client_secret") === "secret of the test"
      ? null
      : 7000215;
  if (fault !== null) return refuse(fault);
  const token = randomUUID();
  signIn.tokens.add(token);
  send(200, { token_type: "Bearer", expires_in: 3599, access_token: token });
}
