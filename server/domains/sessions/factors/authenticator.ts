/** The authenticator app: an encrypted shared secret, whose codes each work once. */
import { randomBytes } from "node:crypto";
import { generateSecret, generateURI, verify } from "otplib";
import type { Context, Services } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../../kernel/transaction.ts";
import { seal, unseal } from "../../../secrets/envelope.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getSetting } from "../../settings/settings.ts";
import { deriveKey } from "../keys.ts";
import { deleteAuthenticator, findAuthenticator, takeStep, upsertAuthenticator } from "./factors.queries.ts";
import { mailFactorChange, requirePassword, settleFactors } from "./factors.ts";

const nonceBytes = 12;
const stepSeconds = 30;
const keyPurpose = "authenticator secrets";
/** Binds the encrypted secret to its user: it cannot be decrypted in another user's row. */
const boundTo = (userId: number): Buffer => Buffer.from(`authenticator ${userId}`);

type Parts = Pick<Services, "config" | "now">;

async function sealSecret({ config }: Parts, userId: number, secret: string): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes);
  const key = await deriveKey(config, keyPurpose);
  return Buffer.concat([nonce, seal(key, nonce, Buffer.from(secret), boundTo(userId))]);
}

async function openSecret({ config }: Parts, userId: number, sealed: Buffer): Promise<string> {
  const key = await deriveKey(config, keyPurpose);
  return unseal(key, sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes), boundTo(userId)).toString();
}

/** `used`: right, but it has been accepted before. */
type CodeCheck = "right" | "used" | "wrong";

/** Accepts a code of the user's app: valid within one time step either way, and not used before. */
async function takeCode(
  trx: Trx,
  parts: Parts,
  { userId, code, mustBeConfirmed }: { userId: number; code: string; mustBeConfirmed: boolean },
): Promise<CodeCheck> {
  // The library throws for anything else.
  if (!/^\d{6}$/.test(code)) return "wrong";
  const row = await findAuthenticator(trx, userId);
  if (!row || (mustBeConfirmed && !row.confirmed_at)) return "wrong";
  const epoch = Math.floor(parts.now().getTime() / 1000);
  const secret = await openSecret(parts, userId, row.secret);
  const result = await verify({ secret, token: code, epoch, epochTolerance: stepSeconds });
  if (!result.valid) return "wrong";
  return (await takeStep(trx, userId, Math.floor(epoch / stepSeconds) + result.delta)) ? "right" : "used";
}

/** Checks a code against the user's confirmed app; a right one is then used up. */
export const takeAuthenticatorCode = (trx: Trx, parts: Parts, userId: number, code: string): Promise<CodeCheck> =>
  takeCode(trx, parts, { userId, code, mustBeConfirmed: true });

/** A new secret, valid after its first code; `stateConflict` if an app is already set up. */
export async function beginAuthenticator(context: Context, userId: number, currentPassword: string) {
  const user = await requirePassword(context, userId, currentPassword);
  const secret = generateSecret();
  const sealed = await sealSecret(context, userId, secret);
  const stored = await inTransaction(context.db, (trx) => upsertAuthenticator(trx, userId, sealed));
  if (!stored) throw new Refusal("stateConflict");
  const { name } = await getSetting(context.db, "brand");
  const uri = generateURI({ issuer: name, label: user.email, secret });
  const { toDataURL } = await import("qrcode");
  return { secret, uri, qr: await toDataURL(uri, { margin: 1, width: 240 }) };
}

export async function confirmAuthenticator(context: Context, userId: number, code: string): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    const row = await findAuthenticator(tx, userId);
    if (!row || row.confirmed_at) throw new Refusal("stateConflict");
    const taken = await takeCode(tx, context, { userId, code, mustBeConfirmed: false });
    if (taken !== "right") throw new Refusal("invalidCode");
    await mailFactorChange(tx, userId, { factor: "authenticator", change: "added", device: "" });
    tx.audit("user.authenticatorAdded", userId);
  });
  return { done: true };
}

export async function removeAuthenticator(context: Context, userId: number, currentPassword: string) {
  const user = await requirePassword(context, userId, currentPassword);
  await transact(context, async (tx) => {
    if (!(await deleteAuthenticator(tx, userId))) return;
    await settleFactors(tx, user);
    await mailFactorChange(tx, userId, { factor: "authenticator", change: "removed", device: "" });
    tx.audit("user.authenticatorRemoved", userId);
  });
  return { done: true as const };
}
