/** The company's finances and goals, the basis of the risk profile. */
import { defineStep, type Field } from "../field.ts";
import { goals, means, wealth } from "../finance-fields.ts";

const hints: Record<string, string> = { commitments: "companyCommitments", bearableLoss: "companyBearableLoss" };
/** The same questions, with hints worded for a company. */
const forCompany = (field: Field): Field => {
  const hint = hints[field.name];
  return hint === undefined ? field : { ...field, hint };
};

export const step = defineStep({
  name: "finances",
  groups: [
    { name: "income", fields: means.slice(0, 1) },
    { name: "wealth", fields: wealth.map(forCompany) },
    { name: "goals", fields: goals.map(forCompany) },
  ],
});
