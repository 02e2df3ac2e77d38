/**
 * The knowledge test: what a client understands, asked instead of only self-rated (MiFID II, Delegated Regulation (EU) 2017/565,
 * Articles 55 and 56; ESMA guidelines on suitability, 2023, para. 25). Texts: `forms.test.<question>` and `forms.test.<question>.<option>`.
 * A change of any question, option or right answer is a new version; what was answered keeps the version that it answered.
 */

export interface Question {
  id: string;
  topic: "risk" | "diversification" | "bonds" | "inflation" | "costs" | "derivatives" | "currency" | "liquidity";
  options: readonly string[];
  right: string;
}

export const questionnaireVersion = "2026-1";

export const questions: readonly Question[] = [
  { id: "risk", topic: "risk", options: ["safe", "swings", "guaranteed"], right: "swings" },
  { id: "diversification", topic: "diversification", options: ["one", "many", "same"], right: "many" },
  { id: "bonds", topic: "bonds", options: ["rise", "fall", "stay"], right: "fall" },
  { id: "inflation", topic: "inflation", options: ["more", "same", "less"], right: "less" },
  { id: "costs", topic: "costs", options: ["nothing", "year", "compound"], right: "compound" },
  { id: "derivatives", topic: "derivatives", options: ["smaller", "whole", "more"], right: "more" },
  { id: "currency", topic: "currency", options: ["gain", "loss", "none"], right: "loss" },
  { id: "liquidity", topic: "liquidity", options: ["always", "wait", "bank"], right: "wait" },
];

/** How many were answered rightly; what was not answered is not right. */
export function gradeTest(chosen: Readonly<Record<string, string>>): { right: number; of: number } {
  return { right: questions.filter(({ id, right }) => chosen[id] === right).length, of: questions.length };
}
