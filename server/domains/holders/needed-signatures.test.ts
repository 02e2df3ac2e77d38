/** Who binds a company by its form: alone, jointly, with whom, up to what. */
import type { AuthorityLimit } from "@portico/api/signing-authority.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isComplete,
  leastSignatures,
  type StatedAuthority,
  toSigners,
  whyNotEnough,
  withoutAmount,
} from "./needed-signatures.ts";

const people = ["Nikola Ivanov", "Elena Dimitrova", "Boris Kolev", "Vera Koleva"].map((name, at) => ({
  id: at + 1,
  name,
}));
const [nikola, elena, boris, vera] = [1, 2, 3, 4];
const eur = (amount: string): AuthorityLimit => ({ amount, currency: "EUR" });
const above = (sum: number) => (limit: AuthorityLimit) => sum > Number(limit.amount);
const signersFor = (stated: readonly StatedAuthority[], sum?: number) =>
  toSigners(people, stated, sum === undefined ? withoutAmount : above(sum));

test("a person acts as the form says of their name, however it is written; of others, alone only where nobody is bound", () => {
  const stated: StatedAuthority[] = [
    { name: "Nikola Petrov Ivanov", authority: "severally" },
    { name: "Elena Dimitrova", authority: "jointly" },
  ];
  const alone = (name: string, form: readonly StatedAuthority[]) =>
    toSigners([{ id: 1, name }], form, withoutAmount)[0]?.bindsAlone;
  expect(alone("Никола Иванов", stated)).toBe(true);
  expect(alone("Елена Димитрова", stated)).toBe(false);
  expect(alone("Somebody Else", stated)).toBe(false);
  expect(alone("Somebody Else", stated.slice(0, 1))).toBe(true);
  expect(alone("Somebody Else", [])).toBe(true);
});

test("jointly with named persons: those must sign, not any other", () => {
  const signers = signersFor([
    { name: "Elena Dimitrova", authority: "jointly", with: ["Boris Kolev"] },
    { name: "Boris Kolev", authority: "jointly" },
    { name: "Vera Koleva", authority: "jointly" },
  ]);
  expect(isComplete("any", signers, [elena, vera])).toBe(false);
  expect(isComplete("any", signers, [elena, boris])).toBe(true);
  expect(isComplete("any", signers, [boris, vera])).toBe(true);
  expect(isComplete("any", signers, [elena, vera, boris])).toBe(true);
  expect(whyNotEnough(signers, [elena])).toEqual([
    { name: "Elena Dimitrova", reason: "jointly", with: ["Boris Kolev"], limit: null },
  ]);
  expect(leastSignatures("any", signers)).toBe(2);
  expect(leastSignatures("any", signers, [elena, vera]), "the third is Boris").toBe(3);
});

test("two who are named must both sign; one who does not act for the company keeps it open", () => {
  const stated: StatedAuthority = {
    name: "Elena Dimitrova",
    authority: "jointly",
    with: ["Boris Kolev", "Vera Koleva"],
  };
  const signers = toSigners(people.slice(1), [stated], withoutAmount);
  // The two others are not named by the form, and so act only with another.
  expect(leastSignatures("any", signers, [elena])).toBe(3);
  expect(isComplete("any", signers, [elena, boris])).toBe(false);
  expect(isComplete("any", signers, [elena, boris, vera])).toBe(true);
  const alone = toSigners(people.slice(1, 2), [stated], withoutAmount);
  expect(isComplete("any", alone, [elena])).toBe(false);
  expect(leastSignatures("any", alone, [elena])).toBe(2);
});

test("alone up to an amount: above it another signs too, or the one whom the form names", () => {
  const limited: StatedAuthority = { name: "Elena Dimitrova", authority: "severally", limit: eur("10000") };
  const others: StatedAuthority[] = [
    { name: "Boris Kolev", authority: "severally", limit: eur("10000") },
    { name: "Nikola Ivanov", authority: "severally" },
  ];
  expect(isComplete("any", signersFor([limited, ...others], 10000), [elena])).toBe(true);
  const dear = signersFor([limited, ...others], 10000.01);
  expect(isComplete("any", dear, [elena])).toBe(false);
  expect(isComplete("any", dear, [elena, boris])).toBe(true);
  expect(isComplete("any", dear, [nikola])).toBe(true);
  expect(whyNotEnough(dear, [elena])).toEqual([
    { name: "Elena Dimitrova", reason: "limit", with: [], limit: eur("10000") },
  ]);
  const named = signersFor([{ ...limited, with: ["Nikola Ivanov"] }, ...others], 20000);
  expect(isComplete("any", named, [elena, boris])).toBe(false);
  expect(isComplete("any", named, [elena, nikola])).toBe(true);
  expect(isComplete("any", signersFor([{ ...limited, with: ["Nikola Ivanov"] }, ...others]), [elena])).toBe(true);
});

test("jointly up to an amount: above it the signature does not count", () => {
  const stated: StatedAuthority[] = [
    { name: "Elena Dimitrova", authority: "jointly", limit: eur("10000") },
    { name: "Boris Kolev", authority: "jointly" },
    { name: "Vera Koleva", authority: "jointly" },
  ];
  expect(isComplete("any", signersFor(stated, 10000), [elena, boris])).toBe(true);
  const dear = signersFor(stated, 10001);
  expect(isComplete("any", dear, [elena, boris])).toBe(false);
  expect(leastSignatures("any", dear, [elena, boris])).toBe(3);
  expect(isComplete("any", dear, [elena, boris, vera])).toBe(true);
  expect(whyNotEnough(dear, [elena]).map(({ reason }) => reason)).toEqual(["beyond"]);
});

test("another signature never makes a complete side incomplete, and what is needed at least is enough for someone", () => {
  const one = fc.record({
    authority: fc.constantFrom("severally" as const, "jointly" as const),
    limit: fc.constantFrom(undefined, eur("100"), eur("300")),
    with: fc.subarray(people.map(({ name }) => name)),
  });
  fc.assert(
    fc.property(
      fc.tuple(one, one, one, one),
      fc.constantFrom("any" as const, "two" as const, "all" as const),
      fc.constantFrom(50, 200, 500),
      fc.subarray([1, 2, 3, 4]),
      (answers, rule, sum, signed) => {
        const stated = answers.map(({ limit, ...rest }, at) => ({
          ...rest,
          name: people[at]?.name ?? "",
          ...(limit && { limit }),
        }));
        const signers = signersFor(stated, sum);
        const sets = Array.from({ length: 16 }, (_, bits) => [1, 2, 3, 4].filter((id) => bits & (1 << (id - 1))));
        const complete = sets.filter((ids) => isComplete(rule, signers, ids));
        for (const ids of complete)
          for (const more of sets.filter((other) => ids.every((id) => other.includes(id))))
            expect(isComplete(rule, signers, more)).toBe(true);
        const fitting = complete.filter((ids) => signed.every((id) => ids.includes(id)));
        if (fitting.length > 0)
          expect(leastSignatures(rule, signers, signed)).toBe(Math.min(...fitting.map((ids) => ids.length)));
      },
    ),
  );
});
