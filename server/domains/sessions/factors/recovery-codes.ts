/** Recovery codes: ten, shown once, for signing in without the app or passkey; each works once. */
import { createHmac, randomInt } from "node:crypto";
import type { Config } from "../../../kernel/config.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { deriveKey } from "../keys.ts";
import type { SigningUser } from "../sign-in-data.queries.ts";
import { getFactors, mailFactorChange, requirePassword } from "./factors.ts";
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  insertRecoveryCodes,
  useRecoveryCode,
} from "./recovery-codes.queries.ts";

const codesMade = 10;
/** Crockford's alphabet, without characters easily confused on paper. Ten of them are 50 bits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeSize = 10;

const newCode = (): string =>
  Array.from({ length: codeSize }, () => alphabet[randomInt(alphabet.length)])
    .join("")
    .replace(/^.{5}/, "$&-");

/** The code as generated, whatever case, spaces and look-alike characters were typed. */
const normal = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");

async function hashRecoveryCode(config: Config, userId: number, code: string): Promise<Buffer> {
  const key = await deriveKey(config, "recovery codes");
  return createHmac("sha256", key)
    .update(`${userId}:${normal(code)}`)
    .digest();
}

/** Replaces the codes with ten new ones, shown only this once. `stateConflict` without an app or passkey to replace. */
export async function makeRecoveryCodes(context: Context, userId: number, currentPassword: string) {
  const user = await requirePassword(context, userId, currentPassword);
  const codes = Array.from({ length: codesMade }, newCode);
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(context.config, userId, code)));
  await transact(context, async (tx) => {
    if ((await getFactors(tx, user)).every((factor) => factor === "mail")) throw new Refusal("stateConflict");
    await deleteRecoveryCodes(tx, userId);
    await insertRecoveryCodes(tx, userId, hashes);
    await mailFactorChange(tx, userId, { factor: "recoveryCode", change: "added", device: "" });
    tx.audit("user.recoveryCodesMade", userId, { after: { count: codesMade } });
  });
  return { codes };
}

/** Whether it is one of the user's codes, which is then used; the person is mailed how many are left. */
export async function takeRecoveryCode(
  tx: Tx,
  { config }: Pick<Context, "config">,
  user: Pick<SigningUser, "id">,
  code: string,
): Promise<boolean> {
  if (!(await useRecoveryCode(tx, user.id, await hashRecoveryCode(config, user.id, code)))) return false;
  const left = await countRecoveryCodes(tx, user.id);
  await mailFactorChange(tx, user.id, { factor: "recoveryCode", change: "used", device: String(left) });
  tx.audit("user.recoveryCodeUsed", user.id, { actor: { userId: user.id }, after: { left } });
  return true;
}
