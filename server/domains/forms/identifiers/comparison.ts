/** Whether an identifier that two forms have is told of the same person or company. */
import { isSameName } from "@portico/kyc/same-name.ts";
import type { Identified } from "./normalised.ts";

/** In what they differ: the name, the date of birth, the personal number. */
export type Difference = "name" | "birthDate" | "number";

export interface Shared {
  /** Fields of the first form. */
  paths: string[];
  differs: Difference[];
  /** Both are whose forms these are: one person or company is a client twice. */
  isTwice: boolean;
}

const areOther = (one: string, other: string): boolean => one !== "" && other !== "" && one !== other;

/** Undefined if they have no identifier in common. */
export function findShared(one: Identified, other: Identified): Shared | undefined {
  const theirs = new Set(other.numbers.map(({ number }) => number));
  const paths = one.numbers.filter(({ number }) => theirs.has(number)).map(({ path }) => path);
  if (paths.length === 0) return undefined;
  const isNamedAlike = one.names.some((name) => other.names.some((another) => isSameName(name, another)));
  const isComparable = one.personal !== undefined && one.personal.kind === other.personal?.kind;
  return {
    paths,
    differs: [
      ...(isNamedAlike ? [] : ["name" as const]),
      ...(areOther(one.birthDate, other.birthDate) ? ["birthDate" as const] : []),
      ...(isComparable && one.personal?.number !== other.personal?.number ? ["number" as const] : []),
    ],
    isTwice: one.isHolder && other.isHolder,
  };
}
