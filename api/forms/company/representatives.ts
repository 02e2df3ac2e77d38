/** Who acts for the company. The form proposes them; office grants. */
import { capacities } from "../../rules/capacities.ts";
import { isAuthorityEnd } from "../day-limits.ts";
import { defineStep, is } from "../field.ts";
import { documentFields, personFields } from "../shared-fields.ts";

const byAttorney = is("capacity", "proxy", "trader");

export const step = defineStep({
  name: "representatives",
  groups: [
    {
      name: "representatives",
      fields: [
        {
          kind: "list",
          name: "representatives",
          required: true,
          min: 1,
          max: 20,
          persons: true,
          hint: true,
          fields: [
            ...personFields,
            ...documentFields,
            {
              kind: "choice",
              name: "capacity",
              list: "capacity",
              options: capacities,
              required: true,
              half: true,
            },
            {
              kind: "choice",
              name: "authority",
              list: "authority",
              options: ["severally", "jointly"],
              required: true,
              half: true,
            },
            { kind: "files", name: "powerOfAttorney", required: true, when: byAttorney, max: 2 },
            {
              kind: "date",
              name: "authorityExpires",
              range: "future",
              when: byAttorney,
              half: true,
              check: isAuthorityEnd,
            },
            { kind: "agreement", name: "authorityConfirmed", required: true },
          ],
        },
      ],
    },
  ],
});
