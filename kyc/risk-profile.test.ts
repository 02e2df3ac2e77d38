import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { questions } from "./questionnaire.ts";
import { gradeTest, rightAnswers } from "./questionnaire-key.ts";
import {
  attitudes,
  bearableLosses,
  horizons,
  incomeBands,
  purposes,
  type RiskAnswers,
  riskProfile,
  riskProfiles,
  riskVersion,
  wealthBands,
  wealthBandsFromNone,
} from "./risk-profile.ts";

const answers = fc.record<RiskAnswers>({
  horizon: fc.constantFrom(...horizons),
  purpose: fc.constantFrom(...purposes),
  attitude: fc.constantFrom(...attitudes),
  bearableLoss: fc.constantFrom(...bearableLosses),
  income: fc.constantFrom(...incomeBands),
  liquidAssets: fc.constantFrom(...wealthBands),
  commitments: fc.constantFrom(...wealthBandsFromNone),
  tradedClasses: fc.nat(7),
  testRight: fc.nat(8),
  testOf: fc.constant(8),
});
const rank = (each: RiskAnswers): number => riskProfiles.indexOf(riskProfile(each).profile);

/** A higher answer to one question, all others equal, never lowers the profile. */
function neverLowers<K extends keyof RiskAnswers>(key: K, scale: readonly RiskAnswers[K][]): void {
  fc.assert(
    fc.property(answers, fc.nat(scale.length - 1), fc.nat(scale.length - 1), (each, a, b) => {
      const less = { ...each, [key]: scale[Math.min(a, b)] } as RiskAnswers;
      const more = { ...each, [key]: scale[Math.max(a, b)] } as RiskAnswers;
      expect(rank(more)).toBeGreaterThanOrEqual(rank(less));
    }),
    { numRuns: 500 },
  );
}

describe("the risk profile", () => {
  test("never falls with a longer horizon, a larger bearable loss, a bolder purpose or attitude", () => {
    neverLowers("horizon", horizons);
    neverLowers("bearableLoss", bearableLosses);
    neverLowers("purpose", purposes);
    neverLowers("attitude", attitudes);
  });
  test("never falls with more means, experience or knowledge, or fewer commitments", () => {
    neverLowers("tradedClasses", [0, 1, 2, 3, 4, 5, 6, 7]);
    neverLowers("income", incomeBands);
    neverLowers("liquidAssets", wealthBands);
    neverLowers("commitments", wealthBandsFromNone.toReversed());
    neverLowers("testRight", [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
  test("is conservative for whoever can bear no loss, or needs the money within a year", () => {
    fc.assert(
      fc.property(answers, (each) => {
        expect(riskProfile({ ...each, bearableLoss: "none" }).profile).toBe("conservative");
        expect(riskProfile({ ...each, horizon: "under1" }).profile).toBe("conservative");
      }),
    );
  });
  test("gives each of its reasons once, the same for the same answers, and says by which version", () => {
    fc.assert(
      fc.property(answers, (each) => {
        const result = riskProfile(each);
        expect(new Set(result.reasons.map(({ code }) => code)).size).toBe(8);
        expect(riskProfile({ ...each })).toEqual(result);
        expect(result.version).toBe(riskVersion);
      }),
    );
  });
  test("tells what limits it", () => {
    const bold: RiskAnswers = {
      horizon: "over10",
      purpose: "speculate",
      attitude: "much",
      bearableLoss: "to5",
      income: "over250",
      liquidAssets: "over1000",
      commitments: "under10",
      tradedClasses: 7,
      testRight: 8,
      testOf: 8,
    };
    const { profile, reasons } = riskProfile(bold);
    expect(profile).toBe("moderate");
    expect(reasons).toContainEqual({ code: "bearableLoss", effect: "limits" });
    expect(riskProfile({ ...bold, bearableLoss: "over30" }).profile).toBe("speculative");
    expect(riskProfile({ ...bold, bearableLoss: "over30", testRight: 3 }).profile).toBe("balanced");
  });
});

describe("the knowledge test", () => {
  test("counts right answers, and every question has its right one among its options", () => {
    expect(gradeTest(rightAnswers)).toEqual({ right: 8, of: 8 });
    expect(gradeTest({ risk: "safe" })).toEqual({ right: 0, of: 8 });
    for (const { id, options } of questions) expect(options).toContain(rightAnswers[id]);
  });
});
