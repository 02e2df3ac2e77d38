/**
 * Passkeys: registered with the password, then used at sign-in instead of the code, or alone
 * (sessions/sign-in/passkey-alone.ts).
 */
import type { Parsed } from "@portico/api/endpoint.ts";
import type { sessions } from "@portico/api/sessions.ts";
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Http } from "../../../http/handlers.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getSetting } from "../../settings/settings.ts";
import { lockChallenge, setWebauthnChallenge } from "../sign-in/challenges.queries.ts";
import { whichSignIn } from "../sign-in/challenges.ts";
import { answerChallenge } from "../sign-in/complete-sign-in.ts";
import { refusedInConstantTime } from "../sign-in/constant-time.ts";
import { beginPasskeyAlone, verifyPasskeyAlone } from "../sign-in/passkey-alone.ts";
import { findUserByEmail } from "../sign-in-data.queries.ts";
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  takeRegistration,
  upsertRegistration,
} from "./factors.queries.ts";
import { mailFactorChange, requirePassword, settleFactors } from "./factors.ts";
import { credentialIdOf, orNull, party, userHandleOf, verifyAnswer, type WebauthnJson, webauthn } from "./webauthn.ts";

const toDescriptors = (passkeys: { credential_id: string; transports: string[] }[]) =>
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
    userID: new Uint8Array(userHandleOf(userId)),
    excludeCredentials: toDescriptors(await listPasskeys(context.db, userId)),
    // Stored on the device with its user, so that it signs in without e-mail and password.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
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
  const registration = await inTransaction(context.db, (trx) => takeRegistration(trx, userId));
  if (!registration) throw new Refusal("expiredCode");
  const result = await orNull(
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: registration.webauthn_challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    }),
  );
  if (!result?.verified) throw new Refusal("invalidCode");
  const { credential } = result.registrationInfo;
  await transact(context, async (tx) => {
    const passkey = await insertPasskey(tx, {
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name,
    });
    await mailFactorChange(tx, userId, { factor: "passkey", change: "added", device: "" });
    tx.audit("user.passkeyAdded", userId, { after: { passkeyId: passkey.id, name } });
  });
  return { done: true };
}

export async function removePasskey(
  context: Context,
  userId: number,
  { passkeyId, currentPassword }: { passkeyId: number; currentPassword: string },
): Promise<{ done: true }> {
  const user = await requirePassword(context, userId, currentPassword);
  await transact(context, async (tx) => {
    const removed = await deletePasskey(tx, userId, passkeyId);
    if (!removed) throw new Refusal("notFound");
    await settleFactors(tx, user);
    await mailFactorChange(tx, userId, { factor: "passkey", change: "removed", device: "" });
    tx.audit("user.passkeyRemoved", userId, { before: { passkeyId, name: removed.name } });
  });
  return { done: true };
}

type BeginBody = Parsed<(typeof sessions)["beginPasskeySignIn"]>["body"];

/** The challenge for a passkey: after the password if an e-mail is given, otherwise for a passkey alone. */
export const beginPasskeySignIn = (context: Context, http: Http, { email, challenge }: BeginBody) =>
  email === undefined
    ? beginPasskeyAlone(context, http)
    : refusedInConstantTime(() => challengePasskey(context, http, email, challenge));

async function challengePasskey(context: Context, http: Http, email: string, secret: string | undefined) {
  const { generateAuthenticationOptions } = await webauthn();
  const user = await findUserByEmail(context.db, email);
  const which = user ? whichSignIn(http, user.id, secret) : null;
  if (!user || !which) throw new Refusal("invalidCredentials");
  const passkeys = await listPasskeys(context.db, user.id);
  const options = await generateAuthenticationOptions({
    rpID: party(context.config).id,
    allowCredentials: toDescriptors(passkeys),
    userVerification: "required",
  });
  await inTransaction(context.db, async (trx) => {
    const challenge = await lockChallenge(trx, which);
    if (!challenge?.alive || passkeys.length === 0) throw new Refusal("invalidCredentials");
    await setWebauthnChallenge(trx, challenge.id, options.challenge);
  });
  return { options: options as unknown as WebauthnJson };
}

type VerifyBody = Parsed<(typeof sessions)["verifyPasskey"]>["body"];

/** Checks the passkey's answer and opens the session. */
export async function verifyPasskey(context: Context, http: Http, { email, challenge, response }: VerifyBody) {
  if (email === undefined) return verifyPasskeyAlone(context, http, { challenge, response });
  // Before the challenge is locked: no transaction waits for a library to load.
  await webauthn();
  return answerChallenge(context, http, { email, challenge, isCode: false }, async (tx, row, user) => {
    if (row.webauthn_challenge === null) return { refused: "expiredCode" };
    const passkey = await findPasskey(tx, user.id, credentialIdOf(response));
    const isRight = passkey && (await verifyAnswer(tx, context.config, passkey, row.webauthn_challenge, response));
    return isRight ? { factor: "passkey" } : { refused: "invalidCode" };
  });
}
