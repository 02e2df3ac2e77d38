/** What a payment carries, so that its row in a statement finds the request or the holder: references of ISO 11649. */
import type { Holder } from "@portico/api/shapes.ts";
import { compact } from "@portico/kyc/check-digits.ts";
import { creditorReference } from "@portico/kyc/creditor-reference.ts";

/** What the payment order of a withdrawal carries. */
export const referenceOfWithdrawal = (requestId: number): string => creditorReference(`W${requestId}`) ?? "";

const letters = { user: "U", company: "C" } as const;

/** What the holder writes in every payment to the firm. Made of the id: a client number can look like another one. */
export const referenceOfDeposits = ({ holderType, holderId }: Holder): string =>
  creditorReference(`DEP${letters[holderType]}${holderId}`) ?? "";

/** Whether the text carries the reference, however it is spaced; a longer one that begins alike is another one. */
export function carriesReference(description: string | null, reference: string): boolean {
  if (description === null || reference === "") return false;
  const text = compact(description);
  for (let at = text.indexOf(reference); at >= 0; at = text.indexOf(reference, at + 1)) {
    // Without spaces the next word follows directly; digits would make the reference longer.
    if (!/^\d/.test(text.slice(at + reference.length))) return true;
  }
  return false;
}

/** Ids of withdrawals, and holders, whose references a text may carry; whether they exist is not known here. */
export interface Named {
  requestIds: number[];
  holders: Holder[];
  /** Every part that may be a reference, for comparison with those given out earlier. */
  others: string[];
}

const longest = 25;
const mostDigits = 15;

/** What a text may name. Spaces within and after a reference tell nothing, so each length that fits is returned. */
export function namedIn(description: string | null): Named {
  const text = compact(description ?? "");
  const named: Named = { requestIds: [], holders: [], others: [] };
  for (const { index, 1: check = "" } of text.matchAll(/RF(\d\d)/g)) {
    const rest = text.slice(index + 4, index + longest);
    const [, kind = "", digits = ""] = /^(W|DEPU|DEPC)(\d+)/.exec(rest) ?? [];
    for (let length = Math.min(digits.length, mostDigits); length > 0; length--) {
      const id = Number(digits.slice(0, length));
      if (creditorReference(`${kind}${id}`) !== `RF${check}${kind}${digits.slice(0, length)}`) continue;
      if (kind === "W") named.requestIds.push(id);
      else named.holders.push({ holderType: kind === "DEPU" ? "user" : "company", holderId: id });
    }
    const word = /^[A-Z\d]+/.exec(rest)?.[0] ?? "";
    for (let length = 1; length <= word.length; length++) named.others.push(`RF${check}${word.slice(0, length)}`);
  }
  return named;
}
