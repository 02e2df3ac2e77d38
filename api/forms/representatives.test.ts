/** With whom and up to what a representative acts, as the company's form asks. */
import { expect, test } from "vitest";
import { checkStep, isAsked } from "./check-step.ts";
import { step } from "./company/representatives.ts";
import { type Answers, type Field, scopeOfStep } from "./field.ts";

const givenFor = (representatives: readonly Answers[]) => ({
  form: { representatives: { representatives } },
  today: "2026-11-21",
  ownerPercent: 25,
  settled: { texts: [], bands: [] } as never,
});
const fields: readonly Field[] = step.groups[0].fields[0].fields;
const asked = (own: Answers, others: readonly Answers[] = []) => {
  const scope = scopeOfStep("representatives", givenFor([own, ...others]));
  return ["limitAmount", "limitCurrency", "jointlyWith"].filter((name) =>
    fields.some((field) => field.name === name && isAsked(field, { ...scope, siblings: own })),
  );
};
const faults = (own: Answers, others: readonly Answers[] = []) =>
  checkStep(step, givenFor([{ id: "a", ...own }, ...others]))
    .filter(({ path }) => /\.a\.(limit|jointly)/.test(path))
    .map(({ path, code }) => `${path.split(".").at(-1)} ${code}`);
const boris = { id: "b", firstName: "Boris", lastName: "Kolev" };

test("each is asked only where it applies", () => {
  expect(asked({ id: "a" })).toEqual([]);
  expect(asked({ id: "a", authority: "severally" }, [boris])).toEqual(["limitAmount", "limitCurrency"]);
  expect(asked({ id: "a", authority: "severally", limitAmount: "5" }, [boris])).toContain("jointlyWith");
  expect(asked({ id: "a", authority: "jointly" }, [boris])).toContain("jointlyWith");
  expect(asked({ id: "a", authority: "jointly" }), "nobody else is named").not.toContain("jointlyWith");
});

test("all may be left out, as in forms of before; an amount needs a currency and fits it", () => {
  expect(faults({ authority: "jointly" }, [boris])).toEqual([]);
  expect(faults({ authority: "severally", limitAmount: "10000" })).toEqual(["limitCurrency required"]);
  const limit = (limitAmount: string, limitCurrency = "EUR") =>
    faults({ authority: "severally", limitAmount, limitCurrency });
  expect(limit("10000.50")).toEqual([]);
  expect(limit("0")).toEqual(["limitAmount tooSmall"]);
  for (const wrong of ["10,000", "1e4", "-5", "10.005", "ten"]) expect(limit(wrong)).toEqual(["limitAmount badFormat"]);
  expect(limit("10.5", "JPY")).toEqual(["limitAmount badFormat"]);
});

test("somebody whose entry was removed is asked about, never dropped silently", () => {
  expect(faults({ authority: "jointly", jointlyWith: ["b"] }, [boris])).toEqual([]);
  expect(faults({ authority: "jointly", jointlyWith: ["b"] })).toEqual(["jointlyWith personGone"]);
  expect(faults({ authority: "jointly", jointlyWith: ["a"] }, [boris])).toEqual(["jointlyWith personGone"]);
  expect(faults({ authority: "jointly", jointlyWith: "b" }, [boris])).toEqual(["jointlyWith wrongType"]);
});
