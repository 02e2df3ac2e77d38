/**
 * Which classes of instruments are appropriate for a client, with reasons (MiFID II, Article 25(3); Delegated
 * Regulation (EU) 2017/565, Articles 55 and 56). A simple class requires familiarity or trades; a complex one, which
 * Article 25(4) does not allow to be sold without this assessment, requires both and a passed test. A change of a rule
 * is a new version of the forms (formVersion), which every revision stores.
 */
import { type InstrumentClass, instrumentClasses } from "./risk-profile.ts";

export interface Experience {
  familiar: boolean;
  trades: "none" | "1to10" | "10to50" | "over50";
}

/** A client's knowledge of investing; a class without answers counts as no experience. */
export interface StatedKnowledge {
  experience: Readonly<Partial<Record<InstrumentClass, Experience>>>;
  testRight: number;
  testOf: number;
}

type Inappropriate = "notFamiliar" | "neverTraded" | "testNotPassed";
interface Appropriateness {
  suitable: boolean;
  /** What is missing; empty if the class is appropriate. */
  reasons: readonly Inappropriate[];
}

/** Classes that clients cannot be presumed to understand without advice. */
const complex: ReadonlySet<InstrumentClass> = new Set(["derivatives", "structured"]);
/** Share of right answers that passes the test, as a fraction. */
const passMark = { right: 3, of: 4 };

/** The assessment of each class; the same answers always give the same result. */
export function appropriateness(answers: StatedKnowledge): Record<InstrumentClass, Appropriateness> {
  const assessments = instrumentClasses.map((each) => [each, assess(each, answers)] as const);
  return Object.fromEntries(assessments) as Record<InstrumentClass, Appropriateness>;
}

function assess(instrument: InstrumentClass, { experience, testRight, testOf }: StatedKnowledge): Appropriateness {
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
