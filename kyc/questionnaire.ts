/**
 * The knowledge test: tests what a client understands instead of relying on self-assessment (MiFID II, Delegated
 * Regulation (EU) 2017/565, Articles 55 and 56; ESMA guidelines on suitability, 2023, para. 25). Texts:
 * `forms.test.<question>` and `forms.test.<question>.<option>`. A change of a question, option or right answer is a new
 * version; answers keep the version they belong to. The right answers are separate (questionnaire-key.ts), because no
 * page for clients may contain them.
 */

interface Question {
  id: string;
  options: readonly string[];
}

export const questionnaireVersion = "2026-1";

export const questions: readonly Question[] = [
  { id: "risk", options: ["safe", "swings", "guaranteed"] },
  { id: "diversification", options: ["one", "many", "same"] },
  { id: "bonds", options: ["rise", "fall", "stay"] },
  { id: "inflation", options: ["more", "same", "less"] },
  { id: "costs", options: ["nothing", "year", "compound"] },
  { id: "derivatives", options: ["smaller", "whole", "more"] },
  { id: "currency", options: ["gain", "loss", "none"] },
  { id: "liquidity", options: ["always", "wait", "bank"] },
];
