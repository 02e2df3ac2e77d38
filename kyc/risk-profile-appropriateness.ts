/**
 * Which classes of instruments are appropriate for a client, and why not (MiFID II, Article 25(3); Delegated Regulation (EU) 2017/565,
 * Articles 55 and 56). A simple class takes familiarity or trades; a complex one, which Article 25(4) keeps from being sold without
 * this question, takes both and a passed test. A change of a rule is a new version of the forms
 * (formVersion), which every revision keeps.
 */
import { type InstrumentClass, instrumentClasses } from "./risk-profile.ts";

export interface Experience {
  familiar: boolean;
  trades: "none" | "1to10" | "10to50" | "over50";
}

/** What somebody knows of investing; a class that nothing is told of is one without experience. */
export interface KnowledgeTold {
  experience: Readonly<Partial<Record<InstrumentClass, Experience>>>;
  testRight: number;
  testOf: number;
}

type Inappropriate = "notFamiliar" | "neverTraded" | "testNotPassed";
interface Appropriateness {
  suitable: boolean;
  /** What is lacking; none where the class is suitable. */
  reasons: readonly Inappropriate[];
}

/** Those that an unaided client cannot be presumed to understand. */
const complex: ReadonlySet<InstrumentClass> = new Set(["derivatives", "structured"]);
/** Right answers out of all that pass the test, as a fraction. */
const passMark = { right: 3, of: 4 };

/** The judgement of each class; the same answers always give the same. */
export function appropriateness(told: KnowledgeTold): Record<InstrumentClass, Appropriateness> {
  const judged = instrumentClasses.map((each) => [each, judge(each, told)] as const);
  return Object.fromEntries(judged) as Record<InstrumentClass, Appropriateness>;
}

function judge(instrument: InstrumentClass, { experience, testRight, testOf }: KnowledgeTold): Appropriateness {
  const { familiar, trades } = experience[instrument] ?? { familiar: false, trades: "none" };
  const passed = testOf > 0 && testRight * passMark.of >= testOf * passMark.right;
  const lacking: Inappropriate[] = [
    ...(familiar ? [] : (["notFamiliar"] as const)),
    ...(trades === "none" ? (["neverTraded"] as const) : []),
  ];
  if (!complex.has(instrument))
    return lacking.length < 2 ? { suitable: true, reasons: [] } : { suitable: false, reasons: lacking };
  if (!passed) lacking.push("testNotPassed");
  return { suitable: lacking.length === 0, reasons: lacking };
}
