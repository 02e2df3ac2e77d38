/** The company's status under CRS and FATCA. */
import { checkGiin } from "@portico/kyc/giin.ts";
import { isLifetime } from "../day-limits.ts";
import { defineStep, is, type StepScope } from "../field.ts";
import { isName } from "../names.ts";
import { companyTaxResidence, findRepeatedCountries, taxResidence } from "../tax-residences.ts";
import { findUsCompanyIndicia } from "../us-indicia.ts";

export const step = defineStep({
  name: "taxStatus",
  groups: [
    {
      name: "taxStatus",
      fields: [
        {
          kind: "choice",
          name: "entityStatus",
          list: "entityStatus",
          options: ["financial", "active", "passive"],
          required: true,
          hint: true,
        },
        {
          kind: "identifier",
          name: "giin",
          required: true,
          hint: true,
          when: is("entityStatus", "financial"),
          check: (value: string) => checkGiin(value),
        },
        {
          kind: "list",
          name: "taxResidences",
          required: true,
          min: 1,
          max: 10,
          fields: companyTaxResidence,
          hint: true,
        },
        {
          kind: "files",
          name: "companyUsForm",
          required: true,
          max: 2,
          hint: true,
          when: ({ form }: StepScope) => findUsCompanyIndicia(form).length > 0,
        },
      ],
    },
    {
      name: "controllingPersons",
      fields: [
        {
          kind: "list",
          name: "controllingPersons",
          required: true,
          min: 1,
          max: 20,
          hint: true,
          persons: true,
          when: is("entityStatus", "passive"),
          fields: [
            { kind: "latin", name: "firstName", required: true, half: true, check: isName },
            { kind: "latin", name: "lastName", required: true, half: true, check: isName },
            { kind: "date", name: "birthDate", required: true, range: "past", half: true, check: isLifetime },
            ...taxResidence,
          ],
        },
      ],
    },
    {
      name: "certification",
      fields: [{ kind: "agreement", name: "taxCertification", required: true }],
    },
  ],
  checks: ({ step: answers }) => findRepeatedCountries(answers["taxResidences"], "taxResidences"),
});
