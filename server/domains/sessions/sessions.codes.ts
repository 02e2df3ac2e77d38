/** One-time codes: six digits, mailed, kept only as a keyed hash. */
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

/** Six digits alone could be tried out from a stolen database; without the firm's key they cannot. */
async function codeHash(config: Config, challengeId: number, code: string): Promise<Buffer> {
  const key = await deriveKey(config, "one-time codes");
  return createHmac("sha256", key).update(`${challengeId}:${code}`).digest();
}

/** Whether the code is the challenge's. */
export async function isCode(
  config: Config,
  challenge: { id: number; code_hash: Buffer | null; code_in_time: boolean },
  code: string,
): Promise<boolean> {
  if (!challenge.code_hash || !challenge.code_in_time) return false;
  return timingSafeEqual(await codeHash(config, challenge.id, code), challenge.code_hash);
}

/** The language in which a person gets mails. */
export const languageOf = (user: Pick<SigningUser, "language">): Language =>
  languages.find((known) => known === user.language) ?? "en";

/**
 * How a mail greets the person: not at all until they have confirmed the address. Who registers can type anybody's address, and a
 * name that reads like a message would reach them under the firm's name.
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
