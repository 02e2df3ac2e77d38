/** The person's occupation, purpose and source of money. */
import { defineStep, is, type StepScope } from "../field.ts";
import { bandOf, bandOptions } from "../settled.ts";
import { politicalExposure } from "../shared-fields.ts";

const employments = [
  "employed",
  "selfEmployed",
  "entrepreneur",
  "retired",
  "student",
  "unemployed",
  "homemaker",
] as const;
export const fundsSources = [
  "salary",
  "business",
  "savings",
  "investments",
  "property",
  "inheritance",
  "gift",
  "pension",
  "loan",
  "other",
] as const;

const works = is("employment", "employed", "selfEmployed", "entrepreneur");
/** The lowest amount expected in the first year. */
const expected = ({ siblings: { expectedAmount }, settled }: StepScope): number =>
  (typeof expectedAmount === "string" ? bandOf(settled, "amountBand", expectedAmount)?.from : undefined) ?? 0;
const isLarge = (scope: StepScope): boolean => expected(scope) >= scope.settled.bands.fundsProofFrom;
const isHighRisk = (scope: StepScope): boolean =>
  expected(scope) >= scope.settled.bands.wealthSourceFrom ||
  (scope.siblings["pep"] !== undefined && scope.siblings["pep"] !== "none");

export const step = defineStep({
  name: "work",
  groups: [
    {
      name: "work",
      fields: [
        { kind: "choice", name: "employment", list: "employment", options: employments, required: true },
        { kind: "text", name: "employer", required: true, when: works, half: true },
        { kind: "text", name: "position", when: works, half: true },
        { kind: "text", name: "sector", when: works, half: true },
      ],
    },
    {
      name: "relationship",
      fields: [
        {
          kind: "choices",
          name: "relationshipPurpose",
          list: "relationshipPurpose",
          options: ["savings", "pension", "income", "growth", "trading", "inheritance"],
          required: true,
        },
        {
          kind: "choice",
          name: "expectedAmount",
          list: "amountBand",
          options: bandOptions.amountBand,
          required: true,
          hint: true,
        },
        { kind: "yesNo", name: "ownBehalf", required: true, hint: true },
        { kind: "text", name: "onBehalfOf", required: true, when: is("ownBehalf", false), hint: true },
      ],
    },
    {
      name: "funds",
      fields: [
        { kind: "choices", name: "fundsSources", list: "fundsSource", options: fundsSources, required: true },
        { kind: "longText", name: "fundsText", required: true, max: 1000, hint: true },
        { kind: "files", name: "fundsProof", required: true, when: isLarge, hint: true },
        { kind: "longText", name: "wealthSource", required: true, when: isHighRisk, max: 1000, hint: true },
      ],
    },
    { name: "politicalExposure", fields: politicalExposure },
  ],
});
