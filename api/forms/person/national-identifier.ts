/** The identifier for transaction reports (RTS 22, Annex II). The nationality determines the possible kinds. */
import { type Answers, type AnswersOf, defineStep, type StepScope } from "../field.ts";
import { checkIdentifier, countryOf, identifierKindList, offeredKinds } from "../shared-fields.ts";

const identityOf = ({ form }: StepScope): Answers => form["identity"] ?? {};
const residenceOf = ({ form }: StepScope): string => countryOf(form["contact"]?.["residenceCountry"]);

export const step = defineStep({
  name: "nationalIdentifier",
  groups: [
    {
      name: "identifier",
      fields: [
        {
          kind: "choice",
          name: "identifierKind",
          list: "identifierKind",
          options: identifierKindList,
          required: true,
          hint: true,
          offered: (scope: StepScope) => offeredKinds(identityOf(scope), residenceOf(scope)),
        },
        {
          kind: "identifier",
          name: "identifierValue",
          required: true,
          hint: true,
          when: ({ siblings }: StepScope) =>
            siblings["identifierKind"] !== undefined && siblings["identifierKind"] !== "concat",
          check: (value: string, scope: StepScope) =>
            checkIdentifier(value, scope.siblings["identifierKind"], identityOf(scope), residenceOf(scope)),
        },
      ],
    },
  ],
});
export type NationalIdentifierAnswers = AnswersOf<typeof step>;
