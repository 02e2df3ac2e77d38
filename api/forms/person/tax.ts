/** The person's tax residences (CRS, FATCA). */
import { defineStep, is } from "../field.ts";
import { taxResidence } from "../shared-fields.ts";

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
        {
          kind: "files",
          name: "usForeignForm",
          required: true,
          max: 2,
          hint: true,
          when: ({ siblings, form }) => siblings["usPerson"] === false && form["identity"]?.["birthCountry"] === "US",
        },
      ],
    },
    {
      name: "certification",
      fields: [{ kind: "agreement", name: "taxCertification", required: true }],
    },
  ],
});
