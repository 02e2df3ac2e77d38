/** Passkeys: registered with the password, then answering at sign-in in the mailed code's place. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { audit } from "../../audit/audit.ts";
import type { Config } from "../../config.ts";
import type { Context } from "../../context.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Http } from "../../http/handlers.ts";
import { Refusal } from "../../http/refusal.ts";
import { getSetting } from "../settings/settings.service.ts";
import { lockChallenge, setWebauthnChallenge } from "./sessions.challenges.queries.ts";
import { whichSignIn } from "./sessions.challenges.ts";
import { refusedInEvenTime } from "./sessions.even-time.ts";
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  takeRegistration,
  updatePasskeyUse,
  upsertRegistration,
} from "./sessions.factors.queries.ts";
import { mailFactorChange, requireDemandedFactor, requirePassword } from "./sessions.factors.ts";
import { answerChallenge } from "./sessions.opening.ts";
import { auditOrigin } from "./sessions.service.ts";
import { findUserByEmail } from "./sessions.users.queries.ts";

/** What a browser sends; the library checks every part of it. */
type WebauthnJson = Record<string, unknown>;

/** The library with its ten packages about certificates: loaded by who first uses a passkey, not while the portal starts. */
const webauthn = () => import("@simplewebauthn/server");

/** A passkey belongs to the host of the public address. */
const party = ({ publicUrl }: Config) => {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
};

/** A structure that the library cannot even read is as wrong as a false one. */
const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

const descriptorsOf = (passkeys: { credential_id: string; transports: string[] }[]) =>
  passkeys.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports,
  }));

export async function beginPasskey(context: Context, userId: number, currentPassword: string) {
  const user = await requirePassword(context, userId, currentPassword);
  const { name } = await getSetting(context.db, "brand");
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: party(context.config).id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(`portico ${userId}`)),
    excludeCredentials: descriptorsOf(await listPasskeys(context.db, userId)),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
  });
  await upsertRegistration(context.db, userId, options.challenge);
  return { options: options as unknown as WebauthnJson };
}

export async function confirmPasskey(
  context: Context,
  userId: number,
  { name, response }: { name: string; response: WebauthnJson },
): Promise<{ done: true }> {
  const { id, origin } = party(context.config);
  const { verifyRegistrationResponse } = await webauthn();
  const taken = await inTransaction(context.db, (trx) => takeRegistration(trx, userId));
  if (!taken) throw new Refusal("expiredCode");
  const result = await orNull(
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: taken.webauthn_challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    }),
  );
  if (!result?.verified) throw new Refusal("invalidCode");
  const { credential } = result.registrationInfo;
  await inTransaction(context.db, async (trx) => {
    const passkey = await insertPasskey(trx, {
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name,
    });
    await mailFactorChange(trx, context, userId, { factor: "passkey", change: "added", device: name });
    await audit(trx, {
      ...auditOrigin(context),
      action: "user.passkeyAdded",
      subject: { type: "user", id: userId },
      after: { passkeyId: passkey.id, name },
    });
  });
  return { done: true };
}

export async function removePasskey(
  context: Context,
  userId: number,
  { passkeyId, currentPassword }: { passkeyId: number; currentPassword: string },
): Promise<{ done: true }> {
  const user = await requirePassword(context, userId, currentPassword);
  await inTransaction(context.db, async (trx) => {
    const removed = await deletePasskey(trx, userId, passkeyId);
    if (!removed) throw new Refusal("notFound");
    await requireDemandedFactor(trx, user);
    await mailFactorChange(trx, context, userId, { factor: "passkey", change: "removed", device: removed.name });
    await audit(trx, {
      ...auditOrigin(context),
      action: "user.passkeyRemoved",
      subject: { type: "user", id: userId },
      before: { passkeyId, name: removed.name },
    });
  });
  return { done: true };
}

/** The challenge for a passkey, where the caller's password was right before. */
export const beginPasskeySignIn = (context: Context, http: Http, email: string) =>
  refusedInEvenTime(() => challengePasskey(context, http, email));

async function challengePasskey(context: Context, http: Http, email: string) {
  const { generateAuthenticationOptions } = await webauthn();
  const user = await findUserByEmail(context.db, email);
  const which = user ? whichSignIn(context, http, user.id) : null;
  if (!user || !which) throw new Refusal("invalidCredentials");
  const passkeys = await listPasskeys(context.db, user.id);
  const options = await generateAuthenticationOptions({
    rpID: party(context.config).id,
    allowCredentials: descriptorsOf(passkeys),
    userVerification: "required",
  });
  await inTransaction(context.db, async (trx) => {
    const challenge = await lockChallenge(trx, which);
    if (!challenge?.alive || passkeys.length === 0) throw new Refusal("invalidCredentials");
    await setWebauthnChallenge(trx, challenge.id, options.challenge);
  });
  return { options: options as unknown as WebauthnJson };
}

export async function verifyPasskey(
  context: Context,
  http: Http,
  { email, response }: { email: string; response: WebauthnJson },
) {
  // Before the challenge is locked: no transaction waits for a library.
  const { verifyAuthenticationResponse } = await webauthn();
  return answerChallenge(context, http, email, async (trx, challenge, user) => {
    if (challenge.webauthn_challenge === null) return { refused: "expiredCode" };
    const credentialId = typeof response["id"] === "string" ? response["id"] : "";
    const passkey = await findPasskey(trx, user.id, credentialId);
    if (!passkey) return { refused: "invalidCode" };
    const { id, origin } = party(context.config);
    const result = await orNull(
      verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge.webauthn_challenge,
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
    if (!result?.verified) return { refused: "invalidCode" };
    await updatePasskeyUse(trx, passkey.id, result.authenticationInfo.newCounter);
    return { factor: "passkey" };
  });
}
