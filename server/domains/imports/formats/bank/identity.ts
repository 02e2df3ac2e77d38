/**
 * Which entry of an account an entry of a statement is, whichever message tells of it: the same in a notification and in the
 * statement after it, in two statements that overlap, and in both formats of a bank. By the bank's reference with day and amount,
 * because some banks give one reference to several entries; otherwise by the order's own reference; otherwise by all that is
 * written. Equal ones of a file are numbered.
 */
import { hash } from "node:crypto";
import { isNegative } from "../../reading/values.ts";
import type { BankEntry, BankStatement } from "./bank-statement.ts";

const separator = "\u001f";
const longest = 80;

/** What names the entry within its account and day. */
function nameOf(entry: BankEntry): string {
  const { bankReference, ownReference, valueOn = "", text, counterparty = "", counterpartyAccount = "" } = entry;
  if (bankReference !== undefined && bankReference.length <= longest) return `ref:${bankReference}`;
  if (bankReference === undefined && ownReference !== undefined && ownReference.length <= longest)
    return `own:${ownReference}`;
  const content = [valueOn, bankReference ?? "", ownReference ?? "", text, counterparty, counterpartyAccount];
  return `row:${hash("sha256", content.join(separator), "hex").slice(0, 32)}`;
}

/** A notification's entry without any reference cannot be told from others when the statement comes. */
export const isIdentified = ({ bankReference, ownReference }: BankEntry): boolean =>
  bankReference !== undefined || ownReference !== undefined;

/** Names the entries of one file, in its order. The names are unique within each account. */
export function entryNames(): (statement: Pick<BankStatement, "account" | "currency">, entry: BankEntry) => string {
  const seen = new Map<string, number>();
  return ({ account, currency }, entry) => {
    const { bookedOn, amount } = entry;
    const name = `${bookedOn}:${isNegative(amount) ? "" : "+"}${amount} ${currency}:${nameOf(entry)}`;
    const key = account + separator + name;
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return number === 1 ? name : `${name}:${number}`;
  };
}
