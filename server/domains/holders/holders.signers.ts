/**
 * How many of a holder's people sign for it: by the rule of the contract or the firm, any one, two, or all; and by the
 * company's own form, which says who acts for it alone and who only jointly. A rule can only ask for more.
 */
import type { SignerRule } from "@portico/api/contract-states.ts";
import { isSameName } from "@portico/kyc/same-name.ts";

/** A representative as the company's approved form names them. */
export interface StatedAuthority {
  /** In Latin letters. */
  name: string;
  authority: "severally" | "jointly";
}

/** A person who acts for the holder today, or whose right to is suspended. */
export interface Signer {
  id: number;
  /** False: only together with another. */
  bindsAlone: boolean;
  /** Is counted among those who must sign, but their signature does not count: nobody gains by suspending them. */
  suspended?: boolean;
}

/**
 * Whether a person of this name binds the company alone. Of somebody whom the form does not name, only if nobody whom it
 * names acts jointly: the form says nothing of their right to act alone.
 */
export function bindsAlone(name: string, stated: readonly StatedAuthority[]): boolean {
  const own = stated.filter((one) => isSameName(one.name, name));
  return (own.length > 0 ? own : stated).every(({ authority }) => authority === "severally");
}

/**
 * Signatures that a rule asks of so many people who may sign: two of one person's company are one. A company that nobody
 * acts for needs one, which nobody can give.
 */
export const neededSignatures = (rule: SignerRule, signers: number): number =>
  Math.max(1, rule === "any" ? 1 : rule === "two" ? Math.min(2, signers) : signers);

/** Signatures that are needed at least: two where nobody binds the holder alone, even if only one person could sign. */
export const leastSignatures = (rule: SignerRule, signers: readonly Signer[]): number =>
  Math.max(
    neededSignatures(rule, signers.length),
    signers.length > 0 && signers.every((one) => !one.bindsAlone) ? 2 : 1,
  );

/** Whether the holder's side is complete: `signedBy` are the people who signed, in whatever capacity they act today. */
export function isComplete(rule: SignerRule, signers: readonly Signer[], signedBy: readonly number[]): boolean {
  const signed = signers.filter(({ id, suspended }) => signedBy.includes(id) && !suspended);
  const isBinding = signed.length > 1 || signed.some((one) => one.bindsAlone);
  return isBinding && signed.length >= neededSignatures(rule, signers.length);
}
