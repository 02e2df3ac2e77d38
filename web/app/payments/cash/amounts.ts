/** An amount as a client types it, against the decimals of its currency. */
import type { Language } from "@portico/messages/text.ts";
import { digitsOf } from "../../ui/format.ts";
import { readAmount } from "../../ui/typed-amount.ts";

const decimalsOf = (plain: string): number => (plain.split(".")[1] ?? "").replace(/(?<!0)0+$/, "").length;

/** Whether one exact decimal, not below zero, is above another. */
export function isAbove(one: string, other: string): boolean {
  const [a, b] = [one, other].map((plain) => {
    const [whole = "", part = ""] = plain.split(".");
    return BigInt(whole + part.padEnd(20, "0"));
  });
  return (a ?? 0n) > (b ?? 0n);
}

/**
 * The exact amount that was typed, or why it is none. Three decimals of a currency with fewer may be meant as thousands
 * ("1,500") and are asked for again.
 */
export function readSum(language: Language, typed: string, currency: string): { sum: string } | { fault: "sum" } {
  const plain = readAmount(language, typed);
  const digits = digitsOf(currency);
  if (plain === undefined || plain.startsWith("-") || !/[1-9]/.test(plain) || plain.split(".")[0]!.length > 11)
    return { fault: "sum" };
  const isAmbiguous = digits < 3 && plain.split(".")[1]?.length === 3;
  if (isAmbiguous || decimalsOf(plain) > digits) return { fault: "sum" };
  return { sum: plain };
}
