/**
 * Signing in with a passkey alone: the device proves its presence and verifies the person (fingerprint, face or PIN),
 * so neither e-mail nor password is needed, and strangers' wrong passwords do not lock the owner out.
 */

import type { Http } from "../../../http/handlers.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { locateOrigin, recordFailedSignIn } from "../../analytics/analytics.ts";
import { findPasskeyOwner, insertPasskeyChallenge, takePasskeyChallenge } from "../factors/factors.queries.ts";
import { credentialIdOf, party, userHandleOf, verifyAnswer, type WebauthnJson, webauthn } from "../factors/webauthn.ts";
import { sha256 } from "../keys.ts";
import { findUserById } from "../sign-in-data.queries.ts";
import { newSecret } from "./challenges.ts";
import { completeSignIn, type Opened, openSession } from "./complete-sign-in.ts";
import { refusedInConstantTime } from "./constant-time.ts";

/** Separate from the cookie of a challenge after a password: the page offers both at once. */
const passkeyCookie = "__Host-portico-passkey";
const cookieSeconds = 10 * 60;

export async function beginPasskeyAlone(context: Context, http: Http) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: party(context.config).id,
    userVerification: "required",
  });
  const { cookie, answered } = newSecret(context);
  await insertPasskeyChallenge(context.db, sha256(cookie), options.challenge);
  http.setCookie(passkeyCookie, cookie, cookieSeconds);
  return { options: options as unknown as WebauthnJson, ...answered };
}

/** Opens the session of the passkey's owner. Any answer uses up the challenge. */
export async function verifyPasskeyAlone(
  context: Context,
  http: Http,
  { challenge, response }: { challenge: string | undefined; response: WebauthnJson },
) {
  // Before anything is locked: no transaction waits for a library to load.
  await webauthn();
  const opened = await refusedInConstantTime(() =>
    open(context, http, challenge ?? http.cookies[passkeyCookie], response),
  );
  http.clearCookie(passkeyCookie);
  return completeSignIn(context, opened);
}

async function open(context: Context, http: Http, secret: string | undefined, response: WebauthnJson): Promise<Opened> {
  if (secret === undefined) throw new Refusal("expiredCode");
  const challenge = await inTransaction(context.db, (trx) => takePasskeyChallenge(trx, sha256(secret)));
  if (!challenge) throw new Refusal("expiredCode");
  const origin = await locateOrigin(context.geography, context.caller.address, context.caller.userAgent);
  const outcome = await transact(context, async (tx): Promise<Opened | { failedFor: number | null }> => {
    const passkey = await findPasskeyOwner(tx, credentialIdOf(response));
    const user = passkey && (await findUserById(tx, passkey.user_id));
    const names = handleOf(response);
    const isRight =
      passkey !== undefined &&
      (names === undefined || names === userHandleOf(passkey.user_id).toString("base64url")) &&
      (await verifyAnswer(tx, context.config, passkey, challenge.webauthn_challenge, response));
    if (!user || !isRight) return { failedFor: user?.id ?? null };
    if (user.disabled) throw new Refusal("accountDisabled");
    return openSession(tx, context, http, { user, factor: "passkey", origin });
  });
  if (!("failedFor" in outcome)) return outcome;
  const { failedFor: userId } = outcome;
  await inTransaction(context.db, (trx) => recordFailedSignIn(trx, context, { kind: "passkey", userId }));
  throw new Refusal("invalidCode");
}

/** The user named by the passkey. */
function handleOf(response: WebauthnJson): string | undefined {
  const inner = response["response"];
  if (typeof inner !== "object" || inner === null) return undefined;
  const handle: unknown = Reflect.get(inner, "userHandle");
  return typeof handle === "string" ? handle : undefined;
}
