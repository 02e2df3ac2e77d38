/** Passwords: hashed with Argon2id, a few at a time, and never a common one. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { hash, type Options, verify } from "@node-rs/argon2";
import { Refusal } from "../../../kernel/refusal.ts";

const argon2id: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1, algorithm: 2 };
/** More at once would take memory (19 MB each) and threads from everything else, and with fewer cores none would end sooner. */
const maxAtOnce = Math.min(4, Math.max(2, availableParallelism()));
/** With more waiting, a caller is told to retry instead of waiting. */
const maxWaiting = 200;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxAtOnce) {
    if (waiting.length >= maxWaiting) throw new Refusal("tooManyRequests", { retryAfter: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Unicode forms that look the same are the same password. */
const normal = (password: string): string => password.normalize("NFKC");

/** The PHC string to store. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normal(password), argon2id));

let nobody: Promise<string> | undefined;

/** Whether the password matches the hash; an unknown user (null) takes the same time and never matches. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword("nobody has this password");
  const against = passwordHash ?? (await nobody);
  const right = await inTurn(() => verify(against, normal(password)));
  return right && passwordHash !== null;
}

const simplified = (password: string): string => normal(password).toLowerCase();

const leaked = new Set(
  readFileSync(join(import.meta.dirname, "leaked-passwords.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#")),
);

/** A repeated short piece: `abcabcabcabc`, `111111111111`. */
const isRepetition = (text: string): boolean => /^(.{1,4})\1+$/su.test(text);

/** Alphabets and keyboard rows of clients' scripts: Latin, Bulgarian and Russian Cyrillic. */
const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "aąbcćdeęfghijklłmnńoóprsśtuwyzźż",
  "абвгдежзийклмнопрстуфхцчшщъьюя",
  "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "1234567890qwertyuiop",
  "уеишщксдзцьяаожгтнвмчюйъэфхпрлб",
  "явертъуиопшщасдфгхйклзьцжбнмч",
  "йцукенгшщзхъфывапролджэячсмитьбю",
].flatMap((row) => [row, row.split("").toReversed().join("")]);

/** A sequence of an alphabet, the digits or a keyboard row, forwards or backwards. */
const isRun = (text: string): boolean => rows.some((row) => row.includes(text));

/** A word without digits or symbols before and after it, as in `password123!`. Letters of any script. */
const core = (text: string): string => text.replace(/^[^\p{L}\p{M}]+|(?<![^\p{L}\p{M}])[^\p{L}\p{M}]+$/gu, "");

/** Digits written like phone numbers and dates: too few possibilities, however many digits. */
const isNumber = (text: string): boolean => /^[\d\s+()./-]*$/.test(text);

/** True for a password that an attacker would try: on the embedded list, a pattern, or made from the person's own e-mail. */
export function isLeaked(password: string, email?: string): boolean {
  const text = simplified(password);
  const bare = core(text);
  if (leaked.has(text) || leaked.has(bare) || isNumber(text)) return true;
  // Fewer different characters are a pattern, even if not a plain repetition.
  if (new Set(text).size < 5) return true;
  if (isRepetition(text) || isRun(text) || (bare.length > 1 && (isRepetition(bare) || isRun(bare)))) return true;
  // One to three letters do not make a number a password: `abc1234567890`.
  if (bare.length > 0 && bare.length < 4 && isNumber(text.replaceAll(/\p{L}/gu, ""))) return true;
  return email !== undefined && (text === email.toLowerCase() || bare === email.toLowerCase().split("@")[0]);
}

/** `passwordLeaked` for such a password. */
export function refuseLeaked(password: string, email?: string): void {
  if (isLeaked(password, email)) throw new Refusal("passwordLeaked");
}
