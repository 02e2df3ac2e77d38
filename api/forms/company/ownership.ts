/** The owners of the company, through any number of companies; beneficial owners answer more questions. */

import { checkOwnership } from "../check-ownership.ts";
import { defineStep, type StepScope } from "../field.ts";
import { isName } from "../names.ts";
import { identityFields, politicalExposure } from "../shared-fields.ts";

/** Owners are given and none reaches the threshold: the senior manager is named instead (AMLR, Article 63(4)). */
const hasNoOwner = ({ step: answers, ownerPercent }: StepScope): boolean => {
  const { faults, owners } = checkOwnership(answers["owners"], "owners", ownerPercent);
  return faults.length === 0 && owners.length === 0;
};

export const step = defineStep({
  name: "ownership",
  groups: [
    {
      name: "owners",
      fields: [
        {
          kind: "ownership",
          name: "owners",
          required: true,
          hint: true,
          fields: [
            ...identityFields,
            { kind: "country", name: "taxCountry", required: true, half: true },
            ...politicalExposure,
          ],
        },
      ],
    },
    {
      name: "seniorManager",
      fields: [
        { kind: "text", name: "seniorManager", required: true, when: hasNoOwner, hint: true, check: isName },
        { kind: "longText", name: "noOwnerReason", required: true, when: hasNoOwner, max: 1000 },
      ],
    },
  ],
});
