/** The person's assets, debts and goals, the basis of the risk profile. */
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
