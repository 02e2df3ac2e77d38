/** The person's tax residences (CRS, FATCA). */
import { defineStep, is, type StepScope } from "../field.ts";
import { findRepeatedCountries, taxResidence } from "../tax-residences.ts";
import { needsCitizenshipExplained, needsForeignForm, needsOtherPassport } from "../us-indicia.ts";

const citizenships = ["certificate", "renounced", "never"] as const;

export const step = defineStep({
  name: "tax",
  groups: [
    {
      name: "taxResidences",
      fields: [
        { kind: "list", name: "taxResidences", required: true, min: 1, max: 10, fields: taxResidence, hint: true },
      ],
    },
    {
      name: "unitedStates",
      fields: [
        { kind: "yesNo", name: "usPerson", required: true, hint: true },
        { kind: "files", name: "usForm", required: true, max: 2, hint: true, when: is("usPerson", true) },
        { kind: "yesNo", name: "usTransfers", required: true, when: is("usPerson", false) },
        {
          kind: "files",
          name: "usForeignForm",
          required: true,
          max: 2,
          hint: true,
          when: ({ form }: StepScope) => needsForeignForm(form),
        },
        {
          kind: "files",
          name: "usOtherPassport",
          required: true,
          max: 2,
          hint: true,
          when: ({ form }: StepScope) => needsOtherPassport(form),
        },
        {
          kind: "choice",
          name: "usCitizenship",
          list: "usCitizenship",
          options: citizenships,
          required: true,
          hint: true,
          when: ({ form }: StepScope) => needsCitizenshipExplained(form),
        },
        {
          kind: "files",
          name: "usLossCertificate",
          required: true,
          max: 2,
          when: (scope: StepScope) =>
            needsCitizenshipExplained(scope.form) && is("usCitizenship", "certificate")(scope),
        },
        {
          kind: "longText",
          name: "usExplanation",
          required: true,
          max: 1000,
          hint: true,
          when: (scope: StepScope) =>
            needsCitizenshipExplained(scope.form) && is("usCitizenship", "renounced", "never")(scope),
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
