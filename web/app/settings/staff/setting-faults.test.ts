import { kycRules as kycShape } from "@portico/api/forms/settings.ts";
import { declarationNames, firstBands } from "@portico/api/forms/settled.ts";
import { brand as brandShape, portalRules as rulesShape } from "@portico/api/settings/settings.ts";
import { expect, test } from "vitest";
import { bandFaults, brandFaults, declarationFaults, kycFaults, kycFigures, rulesFaults } from "./setting-faults.ts";

const brand = {
  name: "Portico",
  logo: null,
  accent: { light: "#0B4F6C", dark: "#7CC0DC" },
  supportEmail: "help@firm.example",
  legalFooter: { bg: "", en: "", pl: "" },
};

test("a complete brand has no fault, here as at the API", () => {
  expect(brandFaults(brand)).toEqual({});
  expect(brandShape.safeParse(brand).success).toBe(true);
});

test("each faulty field of a brand is named, and the API refuses it too", () => {
  const wrong = {
    ...brand,
    name: " ",
    accent: { light: "red", dark: "#fff" },
    supportEmail: "x",
  };
  expect(brandFaults(wrong)).toEqual({
    name: "name",
    accentLight: "colour",
    accentDark: "colour",
    supportEmail: "email",
  });
  expect(brandShape.safeParse(wrong).success).toBe(false);
});

test("a time zone must be one that the browser knows", () => {
  const rules = { timeZone: "Europe/Sofia", baseCurrency: "EUR", feesInCost: true, benchmarkIsin: null };
  expect(rulesFaults(rules)).toEqual({});
  for (const wrong of [
    { ...rules, timeZone: "Europe/Nowhere", baseCurrency: "Euro" },
    { ...rules, timeZone: "+02:00", baseCurrency: "QQQ" },
  ]) {
    expect(rulesFaults(wrong)).toEqual({ timeZone: "timeZone", baseCurrency: "currency" });
    const refused = rulesShape.safeParse(wrong).error?.issues.map(({ path }) => path.join("."));
    expect(new Set(refused)).toEqual(new Set(["timeZone", "baseCurrency"]));
  }
});

const kycRules = {
  beneficialOwnerPercent: 25,
  reviewMonths: 12,
  documentNoticeDays: 30,
  retentionYears: 5,
  signInRetentionMonths: 12,
};

test("a figure at its limits is fine, and one beyond them, emptied or half is a fault, here as at the API", () => {
  for (const { name, min, max } of kycFigures) {
    for (const value of [min, max]) {
      expect(kycFaults({ ...kycRules, [name]: value })).toEqual({});
      expect(kycShape.safeParse({ ...kycRules, [name]: value }).success).toBe(true);
    }
    for (const value of [min - 1, max + 1, "", "1."]) {
      expect(Object.keys(kycFaults({ ...kycRules, [name]: value })), `${name} ${value}`).toEqual([name]);
      // What was saved before the law's five years were the least is stored still.
      const isStored = name === "retentionYears" && value === min - 1;
      expect(kycShape.safeParse({ ...kycRules, [name]: value }).success).toBe(isStored);
    }
  }
});

test("the owners' percentage may have decimals, no other figure may", () => {
  expect(kycFaults({ ...kycRules, beneficialOwnerPercent: 12.5 })).toEqual({});
  expect(kycFaults({ ...kycRules, reviewMonths: 12.5 })).toEqual({ reviewMonths: "wholeNumber" });
});

test("limits ascend in whole numbers, and every declaration says something in each language", () => {
  expect(bandFaults(firstBands)).toEqual({});
  const limits = { ...firstBands.limits, tradeVolume: [10, 10, ""] };
  expect(Object.keys(bandFaults({ ...firstBands, limits, fundsProofFrom: 0.5 }))).toEqual([
    "limits.tradeVolume.1",
    "limits.tradeVolume.2",
    "fundsProofFrom",
  ]);
  const words = { bg: "Достатъчно дълго", en: "Long enough", pl: "short" };
  const texts = Object.fromEntries(declarationNames.map((name) => [name, { ...words, pl: words.en }]));
  expect(declarationFaults({ ...texts, risk: words } as never)).toEqual({ "risk.pl": true });
});
