/** The person's address and contact details. */
import { type Check, defineStep, is } from "../field.ts";
import { hasLetters, isPostcodeOf, isResidence } from "../shared-fields.ts";

/** Mail goes only to the confirmed address of the account; another was never proved to be theirs. */
const isOfAccount: Check<string> = (email, { accountEmail }) =>
  accountEmail === undefined || email.trim().toLowerCase() === accountEmail ? undefined : "notAccountEmail";

const elsewhere = is("mailingElsewhere", true);

export const step = defineStep({
  name: "contact",
  groups: [
    {
      name: "residence",
      fields: [
        {
          kind: "text",
          name: "residenceStreet",
          required: true,
          hint: true,
          check: isResidence,
          autocomplete: "street-address",
        },
        {
          kind: "text",
          name: "residenceCity",
          required: true,
          half: true,
          check: hasLetters,
          autocomplete: "address-level2",
        },
        {
          kind: "text",
          name: "residencePostcode",
          required: true,
          half: true,
          max: 16,
          mayBeMark: true,
          autocomplete: "postal-code",
          check: isPostcodeOf("residenceCountry"),
        },
        { kind: "country", name: "residenceCountry", required: true, half: true },
        { kind: "yesNo", name: "mailingElsewhere" },
      ],
    },
    {
      name: "mailing",
      fields: [
        { kind: "text", name: "mailingStreet", required: true, when: elsewhere },
        { kind: "text", name: "mailingCity", required: true, half: true, when: elsewhere, check: hasLetters },
        {
          kind: "text",
          name: "mailingPostcode",
          required: true,
          half: true,
          max: 16,
          mayBeMark: true,
          when: elsewhere,
          check: isPostcodeOf("mailingCountry"),
        },
        { kind: "country", name: "mailingCountry", required: true, half: true, when: elsewhere },
      ],
    },
    {
      name: "reach",
      fields: [
        { kind: "phone", name: "phone", required: true, half: true },
        {
          kind: "email",
          name: "email",
          required: true,
          half: true,
          hint: true,
          autocomplete: "email",
          check: isOfAccount,
        },
      ],
    },
  ],
});
