/** Shared by the passkey calls: the library, the portal's name for browsers, and the check of an answer. */
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Config } from "../../../kernel/config.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { updatePasskeyUse } from "./factors.queries.ts";

/** Sent by a browser; the library checks every part of it. */
export type WebauthnJson = Record<string, unknown>;

/** The library and its ten certificate packages are loaded on first use, not at start. */
export const webauthn = () => import("@simplewebauthn/server");

/** A passkey belongs to the host of the public address. */
export const party = ({ publicUrl }: Config) => {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
};

/** An unreadable structure is as wrong as a false one. */
export const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

/** Identifies the user inside the passkey only. */
export const userHandleOf = (userId: number): Buffer => Buffer.from(`portico ${userId}`);

export const credentialIdOf = (response: WebauthnJson): string =>
  typeof response["id"] === "string" ? response["id"] : "";

interface StoredPasskey {
  id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
}

/** Whether the passkey's answer matches the challenge; records its use in the caller's transaction. */
export async function verifyAnswer(
  trx: Trx,
  config: Config,
  passkey: StoredPasskey,
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
