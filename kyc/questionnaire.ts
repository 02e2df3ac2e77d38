/**
 * The knowledge test: what a client understands, asked instead of only self-rated (MiFID II, Delegated Regulation (EU) 2017/565,
 * Articles 55 and 56; ESMA guidelines on suitability, 2023, para. 25). Texts: `forms.test.<question>` and `forms.test.<question>.<option>`.
 * A change of any question, option or right answer is a new version; what was answered keeps the version that it answered.
 * Which answers are right stands apart (questionnaire-key.ts): no page that a client sees may carry it.
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
