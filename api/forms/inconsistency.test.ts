/** Answers that are valid individually but inconsistent with each other. */
import { expect, test } from "vitest";
import type { FormAnswers } from "./field.ts";
import type { FormType } from "./forms.ts";
import { findInconsistencies } from "./inconsistency.ts";
import { firstSettled } from "./settled.ts";

const found = (type: FormType, form: FormAnswers) =>
  findInconsistencies(type, { form, today: "2026-11-21", ownerPercent: 25, settled: firstSettled });

test("equity above the balance sheet total", () => {
  const business = (equity: string) => ({ business: { balanceTotal: "100to500", equity } });
  expect(found("companyKYC", business("500to2000"))).toEqual([
    { code: "equityAndBalance", paths: ["business.equity", "business.balanceTotal"] },
  ]);
  expect(found("companyKYC", business("100to500"))).toEqual([]);
  expect(found("companyKYC", { business: { equity: "over10000" } })).toEqual([]);
});

test.each(["KYC", "companyKYC"] as const)("%s: many trades with what is not familiar", (type) => {
  const answers = (familiar: boolean, trades: string) => ({
    knowledge: { experience: { bonds: { familiar, trades } } },
  });
  expect(found(type, answers(false, "over50"))).toEqual([
    { code: "tradedUnfamiliar", paths: ["knowledge.experience.bonds"] },
  ]);
  expect(found(type, answers(true, "over50"))).toEqual([]);
  expect(found(type, answers(false, "1to10"))).toEqual([]);
});
