/** What the person has, owes and wants: the risk profile comes from it. */
import { type AnswersOf, defineStep } from "../field.ts";
import { goals, means, wealth } from "../finance-fields.ts";

export const step = defineStep({
  name: "finances",
  groups: [
    { name: "income", fields: means },
    { name: "wealth", fields: wealth },
    { name: "goals", fields: goals },
  ],
});
export type FinancesAnswers = AnswersOf<typeof step>;
