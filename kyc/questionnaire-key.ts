/** Which answers of the knowledge test are right: for the server and the tests alone, never for a page. */
import { questions } from "./questionnaire.ts";

/** The right option of every question of the version in force. */
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

/** How many were answered rightly; what was not answered is not right. */
export function gradeTest(chosen: Readonly<Record<string, string>>): { right: number; of: number } {
  return { right: questions.filter(({ id }) => chosen[id] === rightAnswers[id]).length, of: questions.length };
}
