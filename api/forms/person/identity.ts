/** The person's identity, as in their document. */
import { isAdult } from "../day-limits.ts";
import { type AnswersOf, defineStep, is } from "../field.ts";
import { isName } from "../names.ts";
import { hasLetters } from "../shared-fields.ts";

export const step = defineStep({
  name: "identity",
  groups: [
    {
      name: "names",
      fields: [
        {
          kind: "latin",
          name: "firstName",
          required: true,
          half: true,
          hint: true,
          autocomplete: "given-name",
          check: isName,
        },
        { kind: "latin", name: "middleName", half: true, hint: true, autocomplete: "additional-name", check: isName },
        { kind: "latin", name: "lastName", required: true, half: true, autocomplete: "family-name", check: isName },
        { kind: "text", name: "nativeName", half: true, hint: true },
      ],
    },
    {
      name: "birth",
      fields: [
        { kind: "date", name: "birthDate", required: true, range: "past", check: isAdult, half: true },
        { kind: "text", name: "birthPlace", required: true, half: true, check: hasLetters },
        { kind: "country", name: "birthCountry", required: true, half: true },
      ],
    },
    {
      name: "nationality",
      fields: [
        {
          kind: "countries",
          name: "nationalities",
          required: true,
          hint: true,
          when: is("stateless", undefined, false),
        },
        { kind: "yesNo", name: "stateless" },
      ],
    },
  ],
});
export type IdentityAnswers = AnswersOf<typeof step>;
