/** The company's register data. */
import { checkEik } from "@portico/kyc/eik.ts";
import { checkKrs } from "@portico/kyc/krs.ts";
import { checkLei } from "@portico/kyc/lei.ts";
import { checkNip } from "@portico/kyc/nip.ts";
import { checkRegon } from "@portico/kyc/regon.ts";
import { tinRule } from "@portico/kyc/tin.ts";
import { checkVat } from "@portico/kyc/vat.ts";
import { defineStep, is, type StepScope } from "../field.ts";
import { countryOf, hasLetters, isPostcodeOf, isSeat } from "../shared-fields.ts";

const legalForms = [
  "limited",
  "soleLimited",
  "stock",
  "partnership",
  "limitedPartnership",
  "soleTrader",
  "cooperative",
  "foundation",
  "fund",
  "other",
] as const;

const bulgarian = is("entityCountry", "BG");
const polish = is("entityCountry", "PL");
const elsewhere = is("businessElsewhere", true);

export const step = defineStep({
  name: "entity",
  groups: [
    {
      name: "entity",
      fields: [
        { kind: "text", name: "legalName", required: true, max: 200, autocomplete: "organization" },
        { kind: "latin", name: "latinName", max: 200, hint: true },
        { kind: "choice", name: "legalForm", list: "legalForm", options: legalForms, required: true, half: true },
        { kind: "country", name: "entityCountry", required: true, half: true },
        { kind: "date", name: "founded", required: true, range: "past", half: true },
      ],
    },
    {
      name: "registers",
      fields: [
        {
          kind: "identifier",
          name: "eik",
          required: true,
          when: bulgarian,
          half: true,
          hint: true,
          check: (v: string) => checkEik(v),
        },
        {
          kind: "identifier",
          name: "krs",
          required: true,
          when: polish,
          half: true,
          hint: true,
          check: (v: string) => checkKrs(v),
        },
        {
          kind: "identifier",
          name: "nip",
          required: true,
          when: polish,
          half: true,
          check: (v: string) => checkNip(v),
        },
        { kind: "identifier", name: "regon", when: polish, half: true, check: (v: string) => checkRegon(v) },
        {
          kind: "identifier",
          name: "companyTin",
          required: true,
          half: true,
          hint: true,
          check: (value: string, { siblings }: StepScope) =>
            tinRule(countryOf(siblings["entityCountry"]), "company").check(value),
        },
        { kind: "identifier", name: "vatNumber", half: true, check: (v: string) => checkVat(v) },
        { kind: "identifier", name: "lei", required: true, half: true, hint: true, check: (v: string) => checkLei(v) },
      ],
    },
    {
      name: "registeredAddress",
      fields: [
        { kind: "text", name: "registeredStreet", required: true, check: isSeat },
        { kind: "text", name: "registeredCity", required: true, half: true, check: hasLetters },
        {
          kind: "text",
          name: "registeredPostcode",
          required: true,
          half: true,
          max: 16,
          mayBeMark: true,
          check: isPostcodeOf("registeredCountry"),
        },
        { kind: "country", name: "registeredCountry", required: true, half: true },
        { kind: "yesNo", name: "businessElsewhere" },
        { kind: "text", name: "businessStreet", required: true, when: elsewhere },
        { kind: "text", name: "businessCity", required: true, when: elsewhere, half: true, check: hasLetters },
        { kind: "country", name: "businessCountry", required: true, when: elsewhere, half: true },
      ],
    },
    {
      name: "activity",
      fields: [
        {
          kind: "identifier",
          name: "nace",
          required: true,
          half: true,
          hint: true,
          check: (v: string) => (/^[A-U]?\d{2}(\.\d{1,2})?$/i.test(v) ? undefined : "badFormat"),
        },
        { kind: "longText", name: "activity", required: true, max: 1000 },
        { kind: "yesNo", name: "listed", required: true },
        { kind: "yesNo", name: "licensed", required: true },
        { kind: "text", name: "licence", required: true, when: is("licensed", true) },
      ],
    },
  ],
});
