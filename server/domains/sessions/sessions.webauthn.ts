/** What the passkeys' calls share: the library, the portal's name to browsers, and the check of an answer. */
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Config } from "../../kernel/config.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { updatePasskeyUse } from "./sessions.factors.queries.ts";

/** What a browser sends; the library checks every part of it. */
export type WebauthnJson = Record<string, unknown>;

/** The library with its ten packages about certificates: loaded by who first uses a passkey, not while the portal starts. */
export const webauthn = () => import("@simplewebauthn/server");

/** A passkey belongs to the host of the public address. */
export const party = ({ publicUrl }: Config) => {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
};

/** A structure that the library cannot even read is as wrong as a false one. */
export const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

/** By what a passkey names its user, inside the passkey alone. */
export const userHandleOf = (userId: number): Buffer => Buffer.from(`portico ${userId}`);

export const credentialIdOf = (response: WebauthnJson): string =>
  typeof response["id"] === "string" ? response["id"] : "";

interface KeptPasskey {
  id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
}

/** Whether the answer is the passkey's to this challenge; its use is noted, as part of the caller's transaction. */
export async function isAnswerOf(
  trx: Trx,
  config: Config,
  passkey: KeptPasskey,
  expectedChallenge: string,
  response: WebauthnJson,
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { id, origin } = party(config);
  const result = await orNull(
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  );
  if (!result?.verified) return false;
  await updatePasskeyUse(trx, passkey.id, result.authenticationInfo.newCounter);
  return true;
}
