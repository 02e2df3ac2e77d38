/**
 * The risk profile by a client's goals, means and knowledge, with its reasons: points as data, and ceilings that points
 * cannot raise (MiFID II, Article 25(2); Delegated Regulation (EU) 2017/565, Article 54; ESMA guidelines on
 * suitability, 2023, paras. 45–48: the ability to bear losses and the horizon limit the desired return). A firm's own
 * table is a new version.
 */

export const riskVersion = "2026-2";

/** From the lowest to the highest risk. */
export const riskProfiles = ["conservative", "moderate", "balanced", "growth", "speculative"] as const;
export type RiskProfile = (typeof riskProfiles)[number];

export const horizons = ["under1", "1to3", "3to5", "5to10", "over10"] as const;
export const purposes = ["preserve", "income", "grow", "speculate"] as const;
export const attitudes = ["avoid", "little", "some", "much"] as const;
export const bearableLosses = ["none", "to5", "to15", "to30", "over30"] as const;
export const incomeBands = ["under10", "10to25", "25to50", "50to100", "100to250", "over250"] as const;
export const wealthBands = ["under10", "10to50", "50to250", "250to1000", "over1000"] as const;
/** For property, investments and debts, of which a client may have none. */
export const wealthBandsFromNone = ["none", ...wealthBands] as const;

export interface RiskAnswers {
  horizon: (typeof horizons)[number];
  purpose: (typeof purposes)[number];
  attitude: (typeof attitudes)[number];
  bearableLoss: (typeof bearableLosses)[number];
  /** Thousands of EUR a year. */
  income: (typeof incomeBands)[number];
  /** Thousands of EUR that can be sold within a week. */
  liquidAssets: (typeof wealthBands)[number];
  /** Thousands of EUR owed. */
  commitments: (typeof wealthBandsFromNone)[number];
  /** Number of instrument classes traded before. */
  tradedClasses: number;
  testRight: number;
  testOf: number;
}

interface Reason {
  /** Its text is `forms.risk.<code>.<effect>`. */
  code: "horizon" | "purpose" | "attitude" | "bearableLoss" | "means" | "commitments" | "experience" | "knowledge";
  effect: "raises" | "neutral" | "lowers" | "limits";
}
interface RiskResult {
  profile: RiskProfile;
  /** Sum of the points, before ceilings. */
  score: number;
  reasons: Reason[];
  version: string;
}

const points = {
  horizon: { under1: 0, "1to3": 2, "3to5": 5, "5to10": 8, over10: 10 },
  purpose: { preserve: 0, income: 3, grow: 7, speculate: 10 },
  attitude: { avoid: 0, little: 4, some: 8, much: 12 },
  bearableLoss: { none: 0, to5: 4, to15: 8, to30: 12, over30: 14 },
  income: { under10: 0, "10to25": 1, "25to50": 2, "50to100": 3, "100to250": 4, over250: 5 },
  liquidAssets: { under10: 0, "10to50": 2, "50to250": 4, "250to1000": 6, over1000: 7 },
  commitments: { none: 3, under10: 3, "10to50": 2, "50to250": 1, "250to1000": 0, over1000: 0 },
} as const;
/** Maximum points of each reason. */
const most = { means: 12, commitments: 3, experience: 8, knowledge: 8 };

/** Minimum points of each profile. */
const thresholds: readonly [RiskProfile, number][] = [
  ["speculative", 62],
  ["growth", 47],
  ["balanced", 32],
  ["moderate", 17],
  ["conservative", 0],
];

/** Ceilings that points cannot raise: by bearable loss, by horizon, and without knowledge. */
const ceilingOfLoss: Record<RiskAnswers["bearableLoss"], RiskProfile> = {
  none: "conservative",
  to5: "moderate",
  to15: "balanced",
  to30: "growth",
  over30: "speculative",
};
const ceilingOfHorizon: Record<RiskAnswers["horizon"], RiskProfile> = {
  under1: "conservative",
  "1to3": "moderate",
  "3to5": "balanced",
  "5to10": "growth",
  over10: "speculative",
};
const knowledgeNeeded = 0.5;

const rank = (profile: RiskProfile): number => riskProfiles.indexOf(profile);
const lower = (a: RiskProfile, b: RiskProfile): RiskProfile => (rank(a) <= rank(b) ? a : b);

/** The profile with its reasons; the same answers always give the same profile. */
export function riskProfile(answers: RiskAnswers): RiskResult {
  const knowledge = answers.testOf === 0 ? 0 : answers.testRight / answers.testOf;
  const parts: Record<Reason["code"], { got: number; of: number }> = {
    horizon: { got: points.horizon[answers.horizon], of: 10 },
    purpose: { got: points.purpose[answers.purpose], of: 10 },
    attitude: { got: points.attitude[answers.attitude], of: 12 },
    bearableLoss: { got: points.bearableLoss[answers.bearableLoss], of: 14 },
    means: { got: points.income[answers.income] + points.liquidAssets[answers.liquidAssets], of: most.means },
    commitments: { got: points.commitments[answers.commitments], of: most.commitments },
    experience: { got: Math.min(most.experience, answers.tradedClasses * 2), of: most.experience },
    knowledge: { got: Math.round(knowledge * most.knowledge), of: most.knowledge },
  };
  const score = Object.values(parts).reduce((sum, { got }) => sum + got, 0);
  const byPoints = thresholds.find(([, from]) => score >= from)?.[0] ?? "conservative";
  const ceilings: [Reason["code"], RiskProfile][] = [
    ["bearableLoss", ceilingOfLoss[answers.bearableLoss]],
    ["horizon", ceilingOfHorizon[answers.horizon]],
    ["knowledge", knowledge >= knowledgeNeeded ? "speculative" : "balanced"],
  ];
  const profile = ceilings.reduce((lowest, [, ceiling]) => lower(lowest, ceiling), byPoints);
  const limiting = new Set(ceilings.filter(([, ceiling]) => rank(ceiling) < rank(byPoints)).map(([code]) => code));
  const reasons = (Object.keys(parts) as Reason["code"][]).map(
    (code): Reason => ({ code, effect: limiting.has(code) ? "limits" : effectOf(parts[code]) }),
  );
  return { profile, score, reasons, version: riskVersion };
}

function effectOf({ got, of }: { got: number; of: number }): Reason["effect"] {
  if (got * 3 >= of * 2) return "raises";
  return got * 3 <= of ? "lowers" : "neutral";
}

export const instrumentClasses = ["cash", "bonds", "shares", "funds", "etfs", "derivatives", "structured"] as const;
export type InstrumentClass = (typeof instrumentClasses)[number];
