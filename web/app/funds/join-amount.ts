/** The amount with which a holder asks to join: what the server would refuse is told at the field. */
import type { Definition } from "@portico/api/funds.ts";
import { digitsOf } from "../ui/format.ts";
import type { Language } from "../ui/text.tsx";
import { readAmount } from "../ui/typed-amount.ts";

/** The exact decimal that was typed; undefined if it is no amount above zero. */
export function readJoinAmount(language: Language, text: string): string | undefined {
  const read = readAmount(language, text);
  return read !== undefined && Number(read) > 0 ? read : undefined;
}

/** Amounts have up to 20 digits, more than a float: compared digit by digit. */
function isLess(a: string, b: string): boolean {
  const [wholeA = "", partA = ""] = a.split(".");
  const [wholeB = "", partB = ""] = b.split(".");
  const digits = Math.max(partA.length, partB.length);
  const scaled = (whole: string, part: string) => BigInt(whole + part.padEnd(digits, "0"));
  return scaled(wholeA, partA) < scaled(wholeB, partB);
}

export function amountFault(
  language: Language,
  text: string,
  { minimum, maximum, currency }: Pick<Definition, "minimum" | "maximum" | "currency">,
) {
  const read = readJoinAmount(language, text);
  if (read === undefined) return "number";
  const decimals = read.split(".")[1]?.replace(/(?<!0)0+$/, "").length ?? 0;
  if (decimals > digitsOf(currency)) return "decimals";
  if (isLess(read, minimum)) return "less";
  return maximum !== null && isLess(maximum, read) ? "more" : undefined;
}
