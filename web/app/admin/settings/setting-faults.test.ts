import { brand as brandShape } from "@portico/api/settings.ts";
import { expect, test } from "vitest";
import { brandFaults, rulesFaults } from "./setting-faults.ts";

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
    logo: "https://a.b/c",
    accent: { light: "red", dark: "#fff" },
    supportEmail: "x",
  };
  expect(brandFaults(wrong)).toEqual({
    name: "name",
    logo: "logo",
    accentLight: "colour",
    accentDark: "colour",
    supportEmail: "email",
  });
  expect(brandShape.safeParse(wrong).success).toBe(false);
});

test("a time zone must be one that the browser knows", () => {
  const rules = { timeZone: "Europe/Sofia", baseCurrency: "EUR", feesInCost: true, benchmarkIsin: null };
  expect(rulesFaults(rules)).toEqual({});
  expect(rulesFaults({ ...rules, timeZone: "Europe/Nowhere", baseCurrency: "Euro" })).toEqual({
    timeZone: "timeZone",
    baseCurrency: "currency",
  });
});
