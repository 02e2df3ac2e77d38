/** What the company has and wants: the risk profile comes from it. */
import { defineStep } from "../field.ts";
import { goals, means, wealth } from "../finance-fields.ts";

export const step = defineStep({
  name: "finances",
  groups: [
    { name: "income", fields: means.slice(0, 1) },
    { name: "wealth", fields: wealth },
    { name: "goals", fields: goals },
  ],
});
