/** The right answers of the knowledge test: for the server and tests only, never for a page. */
import { questions } from "./questionnaire.ts";

/** The right option of every question in the current version. */
export const rightAnswers: Readonly<Record<string, string>> = {
  risk: "swings",
  diversification: "many",
  bonds: "fall",
  inflation: "less",
  costs: "compound",
  derivatives: "more",
  currency: "loss",
  liquidity: "wait",
};

/** The number of right answers; an unanswered question is not right. */
export function gradeTest(chosen: Readonly<Record<string, string>>): { right: number; of: number } {
  return { right: questions.filter(({ id }) => chosen[id] === rightAnswers[id]).length, of: questions.length };
}
