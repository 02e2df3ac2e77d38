/**
 * The secret of a machine's key: `portico_`, 40 random letters and digits, and six of a checksum, so that scanners of source code and
 * logs find it without asking anybody.
 */
import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const tokenPrefix = "portico_";
const randomLength = 40;
const checkLength = 6;
const length = tokenPrefix.length + randomLength + checkLength;
const form = /portico_[0-9A-Za-z]{46}/g;

/** CRC-32 of the text to the base of 62. */
function checkOf(text: string): string {
  let rest = crc32(text);
  let check = "";
  for (let place = 0; place < checkLength; place += 1) {
    check = (digits[rest % 62] ?? "") + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}

/** A new secret, of 238 random bits. */
export function makeToken(): string {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(62)]).join("");
  return `${tokenPrefix}${random}${checkOf(random)}`;
}

/** Whether a bearer token claims to be a key's. */
export const isMachineToken = (token: string): boolean => token.startsWith(tokenPrefix);

/** Whether it could be one: what is mistyped or made up is refused without the database. */
export const isWellFormed = (token: string): boolean =>
  token.length === length && checkOf(token.slice(tokenPrefix.length, -checkLength)) === token.slice(-checkLength);

/** The last characters, by which a person recognises a key. */
export const hintOf = (token: string): string => token.slice(-4);

/** Whole keys within a text, such as an address, also percent-encoded. */
export function tokensIn(text: string): string[] {
  if (!text.includes("portico")) return [];
  const plain = text.replaceAll(/%5f/gi, "_");
  return [...new Set(plain.match(form) ?? [])].filter(isWellFormed);
}
