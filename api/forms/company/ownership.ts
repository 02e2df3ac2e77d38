/** Who owns the company, through however many companies between; more is asked of its beneficial owners. */

import { ownersOf, readOwnership } from "../check-ownership.ts";
import { type Around, defineStep } from "../field.ts";
import { identityFields, politicalExposure } from "../shared-fields.ts";

/** Nobody reaches the threshold: the senior manager stands in (AMLR, Article 63(4)). */
const hasNoOwner = ({ step: answers, ownerPercent }: Around): boolean => {
  const graph = readOwnership(answers["owners"]);
  return graph === undefined || ownersOf(graph, ownerPercent).length === 0;
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
        { kind: "text", name: "seniorManager", required: true, when: hasNoOwner, hint: true },
        { kind: "longText", name: "noOwnerReason", required: true, when: hasNoOwner, max: 1000 },
      ],
    },
  ],
});
