/**
 * How many of a holder's people sign for it: by the rule of the contract or the firm, any one, two, or all; and by the
 * company's own form, which says who acts for it alone and who only jointly, with whom, and up to what amount. A rule can
 * only ask for more.
 */
import type { SignerRule } from "@portico/api/contract-states.ts";
import type { AuthorityLimit, NotAlone } from "@portico/api/signing-authority.ts";
import { isSameName } from "@portico/kyc/same-name.ts";

/** A representative as the company's approved form names them. */
export interface StatedAuthority {
  /** In Latin letters. */
  name: string;
  authority: "severally" | "jointly";
  /** Names of those who must sign too: always if jointly, above the limit if severally. Without any, whoever else acts. */
  with?: readonly string[];
  limit?: AuthorityLimit;
}

/** A person who acts for the holder today, or whose right to is suspended. */
export interface ActingPerson {
  id: number;
  name: string;
  /** Is counted among those who must sign, but their signature does not count: nobody gains by suspending them. */
  suspended?: boolean;
}

/** Such a person, with what they may do in one matter. */
export interface Signer extends ActingPerson {
  /** False: only together with another. */
  bindsAlone: boolean;
  /** False: the matter is above what they may do even jointly, so another's signature is needed as if they had not signed. */
  counts: boolean;
  /** For each person who must sign too, the users who are that person; none if nobody of that name acts today. */
  needs: readonly (readonly number[])[];
  /** Why they do not bind alone; null if they do. */
  why: NotAlone | null;
}

/** Whether the matter is above a limit; also where that is not known. */
export type IsAbove = (limit: AuthorityLimit) => boolean;

/** A matter that has no amount. */
export const withoutAmount: IsAbove = () => false;

/**
 * What each of these people may do in a matter. Somebody whom the form does not name binds the company alone only if all
 * whom it names do: the form says nothing of their right to act alone.
 */
export function toSigners(
  people: readonly ActingPerson[],
  stated: readonly StatedAuthority[],
  isAbove: IsAbove,
): Signer[] {
  const idsOf = (name: string) => people.filter((one) => isSameName(name, one.name)).map(({ id }) => id);
  const exceeded = (one: StatedAuthority) => one.limit !== undefined && isAbove(one.limit);
  const isBound = (one: StatedAuthority) => one.authority === "jointly" || exceeded(one);
  return people.map(({ id, name, suspended = false }) => {
    const own = stated.filter((one) => isSameName(one.name, name));
    const bound = (own.length > 0 ? own : stated).filter(isBound);
    const [first] = bound;
    const isBeyond = own.some((one) => one.authority === "jointly" && exceeded(one));
    const others = own.length > 0 ? [...new Set(bound.flatMap((one) => one.with ?? []))] : [];
    return {
      id,
      name,
      suspended,
      bindsAlone: first === undefined,
      counts: !isBeyond,
      needs: others.map((one) => idsOf(one).filter((other) => other !== id)),
      why:
        first === undefined
          ? null
          : {
              name,
              reason:
                own.length === 0
                  ? "unnamed"
                  : isBeyond
                    ? "beyond"
                    : first.authority === "jointly"
                      ? "jointly"
                      : "limit",
              with: others,
              limit: own.length === 0 ? null : ((bound.find(exceeded) ?? first).limit ?? null),
            },
    };
  });
}

/**
 * Signatures that a rule asks of so many people who may sign: two of one person's company are one. A company that nobody
 * acts for needs one, which nobody can give.
 */
export const neededSignatures = (rule: SignerRule, signers: number): number =>
  Math.max(1, rule === "any" ? 1 : rule === "two" ? Math.min(2, signers) : signers);

const whoSigned = (signers: readonly Signer[], signedBy: readonly number[]): Signer[] =>
  signers.filter(({ id, suspended }) => signedBy.includes(id) && !suspended);

/** Those of the people who signed whose signature is one that they may give: whom they need has signed too. */
function effective(signed: readonly Signer[]): readonly Signer[] {
  const left = signed.filter(
    ({ counts, needs }) => counts && needs.every((ids) => signed.some((one) => one.counts && ids.includes(one.id))),
  );
  return left.length === signed.length ? left : effective(left);
}

/** Whether these people bind the holder: one who does alone, or two. */
function isBinding(signed: readonly Signer[]): boolean {
  const counted = effective(signed);
  return counted.length > 1 || counted.some((one) => one.bindsAlone);
}

/** The signer with all whom they need, and whom those need; undefined if one of them does not act or does not count. */
function withNeeded(signers: readonly Signer[], one: Signer): Signer[] | undefined {
  const group = [one];
  for (let at = 0; at < group.length; at += 1) {
    const { counts, needs } = group[at] as Signer;
    if (!counts) return undefined;
    for (const ids of needs) {
      if (group.some(({ id }) => ids.includes(id))) continue;
      const other = signers.find(({ id }) => ids.includes(id));
      if (!other) return undefined;
      group.push(other);
    }
  }
  return group;
}

/**
 * Signatures that are needed at least, those of `signedBy` included: one more than there are, and two in all, where the
 * people of today cannot bind the holder.
 */
export function leastSignatures(
  rule: SignerRule,
  signers: readonly Signer[],
  signedBy: readonly number[] = [],
): number {
  const given = whoSigned(signers, signedBy);
  const groups = signers.flatMap((one) => {
    const group = withNeeded(signers, one);
    return group ? [group] : [];
  });
  const sizes = groups.flatMap((group, at) =>
    groups
      .slice(at)
      .map((other) => new Set([...given, ...group, ...other]))
      .filter((together) => isBinding([...together]))
      .map((together) => together.size),
  );
  const binding = isBinding(given)
    ? given.length
    : sizes.length > 0
      ? Math.min(...sizes)
      : signers.length > 0
        ? Math.max(2, given.length + 1)
        : 1;
  return Math.max(neededSignatures(rule, signers.length), binding);
}

/** Whether the holder's side is complete: `signedBy` are the people who signed, in whatever capacity they act today. */
export function isComplete(rule: SignerRule, signers: readonly Signer[], signedBy: readonly number[]): boolean {
  const signed = whoSigned(signers, signedBy);
  return isBinding(signed) && signed.length >= neededSignatures(rule, signers.length);
}

/** Why the signatures of these people are not enough, by the form; none where they are. */
export function whyNotEnough(signers: readonly Signer[], signedBy: readonly number[]): NotAlone[] {
  const signed = whoSigned(signers, signedBy);
  return isBinding(signed) ? [] : signed.flatMap(({ why }) => why ?? []);
}
