import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instrumentClasses } from "./risk-profile.ts";
import { appropriateness, type Experience, type StatedKnowledge } from "./risk-profile-appropriateness.ts";

const tradeSteps = ["none", "1to10", "10to50", "over50"] as const;
const answers = fc.record<StatedKnowledge>({
  experience: fc.dictionary(
    fc.constantFrom(...instrumentClasses),
    fc.record<Experience>({ familiar: fc.boolean(), trades: fc.constantFrom(...tradeSteps) }),
  ),
  testRight: fc.nat(8),
  testOf: fc.constant(8),
});

describe("a class of instruments", () => {
  test("that is simple takes familiarity or trades, whatever the test says", () => {
    const of = (experience: Experience) =>
      appropriateness({ experience: { shares: experience }, testRight: 0, testOf: 8 }).shares;
    expect(of({ familiar: true, trades: "none" })).toEqual({ suitable: true, reasons: [] });
    expect(of({ familiar: false, trades: "1to10" })).toEqual({ suitable: true, reasons: [] });
    expect(of({ familiar: false, trades: "none" })).toEqual({
      suitable: false,
      reasons: ["notFamiliar", "neverTraded"],
    });
  });
  test("that is complex takes familiarity, trades and six right answers out of eight", () => {
    const of = (experience: Experience, testRight: number) =>
      appropriateness({ experience: { derivatives: experience }, testRight, testOf: 8 }).derivatives;
    expect(of({ familiar: true, trades: "1to10" }, 6)).toEqual({ suitable: true, reasons: [] });
    expect(of({ familiar: true, trades: "1to10" }, 5)).toEqual({ suitable: false, reasons: ["testNotPassed"] });
    expect(of({ familiar: true, trades: "none" }, 8)).toEqual({ suitable: false, reasons: ["neverTraded"] });
  });
  test("that nothing is told of is not appropriate, nor is a complex one without a test", () => {
    expect(
      Object.values(appropriateness({ experience: {}, testRight: 8, testOf: 8 })).some(({ suitable }) => suitable),
    ).toBe(false);
    const experience = { structured: { familiar: true, trades: "over50" } } as const;
    expect(appropriateness({ experience, testRight: 0, testOf: 0 }).structured.reasons).toEqual(["testNotPassed"]);
  });
});

describe("laws of appropriateness", () => {
  test("every class is judged, and has a reason exactly where it is not suitable", () => {
    fc.assert(
      fc.property(answers, (each) => {
        const assessments = appropriateness(each);
        expect(Object.keys(assessments)).toEqual([...instrumentClasses]);
        for (const { suitable, reasons } of Object.values(assessments)) expect(suitable).toBe(reasons.length === 0);
      }),
    );
  });
  test("more right answers, more trades or familiarity never lose a class", () => {
    fc.assert(
      fc.property(answers, fc.nat(8), fc.constantFrom(...instrumentClasses), (each, more, instrument) => {
        const known = each.experience[instrument];
        const trades = tradeSteps[Math.min(3, tradeSteps.indexOf(known?.trades ?? "none") + 1)] ?? "over50";
        const before = appropriateness(each);
        const after = appropriateness({
          ...each,
          testRight: Math.max(each.testRight, more),
          experience: { ...each.experience, [instrument]: { familiar: true, trades } },
        });
        for (const one of instrumentClasses) if (before[one].suitable) expect(after[one].suitable).toBe(true);
      }),
    );
  });
});
