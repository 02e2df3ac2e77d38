/** The identifier for transaction reports (RTS 22, Annex II). The nationality determines the possible kinds. */
import { type Answers, type AnswersOf, type Around, defineStep } from "../field.ts";
import { checkIdentifier, countryOf, identifierKindList, offeredKinds } from "../shared-fields.ts";

const identityOf = ({ form }: Around): Answers => form["identity"] ?? {};
const residenceOf = ({ form }: Around): string => countryOf(form["contact"]?.["residenceCountry"]);

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
          offered: (around: Around) => offeredKinds(identityOf(around), residenceOf(around)),
        },
        {
          kind: "identifier",
          name: "identifierValue",
          required: true,
          hint: true,
          when: ({ beside }: Around) => beside["identifierKind"] !== undefined && beside["identifierKind"] !== "concat",
          check: (value: string, around: Around) =>
            checkIdentifier(value, around.beside["identifierKind"], identityOf(around), residenceOf(around)),
        },
      ],
    },
  ],
});
export type NationalIdentifierAnswers = AnswersOf<typeof step>;
