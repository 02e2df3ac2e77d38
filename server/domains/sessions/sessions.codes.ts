/** One-time codes: six digits, mailed, stored only as a keyed hash. */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { codeLength } from "@portico/api/factors.ts";
import type { Language } from "@portico/api/shapes.ts";
import { languages } from "@portico/api/shapes.ts";
import type { Config } from "../../kernel/config.ts";
import type { Services } from "../../kernel/context.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { setCode } from "./sessions.challenges.queries.ts";
import { deriveKey } from "./sessions.keys.ts";
import type { SigningUser } from "./sessions.users.queries.ts";

const codeMinutes = 10;

const newCode = (): string => String(randomInt(10 ** codeLength)).padStart(codeLength, "0");

/** Plain hashes of six digits could be guessed from a stolen database; without the firm's key these cannot. */
async function codeHash(config: Config, challengeId: number, code: string): Promise<Buffer> {
  const key = await deriveKey(config, "one-time codes");
  return createHmac("sha256", key).update(`${challengeId}:${code}`).digest();
}

/** Whether the code belongs to the challenge. */
export async function isCode(
  config: Config,
  challenge: { id: number; code_hash: Buffer | null; code_in_time: boolean },
  code: string,
): Promise<boolean> {
  if (!challenge.code_hash || !challenge.code_in_time) return false;
  return timingSafeEqual(await codeHash(config, challenge.id, code), challenge.code_hash);
}

/** The language of a person's mails. */
export const languageOf = (user: Pick<SigningUser, "language">): Language =>
  languages.find((known) => known === user.language) ?? "en";

/**
 * The name in a mail: empty until the address is confirmed. Anybody's address can be registered, and a name that reads
 * like a message would reach its owner under the firm's name.
 */
export const nameInMail = ({ validated, name }: Pick<SigningUser, "name" | "validated">): string =>
  validated ? name : "";

/** Gives the challenge a new code and mails it to the user. */
export async function mailCode(
  tx: Tx,
  { config }: Pick<Services, "config">,
  to: {
    user: Pick<SigningUser, "email" | "name" | "language" | "validated">;
    challengeId: number;
    purpose: "signIn" | "validation";
  },
): Promise<void> {
  const code = newCode();
  await setCode(tx, to.challengeId, await codeHash(config, to.challengeId, code), codeMinutes);
  await tx.mail({
    to: to.user.email,
    language: languageOf(to.user),
    template: "code",
    params: { name: nameInMail(to.user), code, purpose: to.purpose, minutes: codeMinutes },
  });
}
