/** Who acts for the company. The form proposes them; office grants. */
import { isAmountIn } from "../../currencies.ts";
import { capacities } from "../../rules/capacities.ts";
import { isAuthorityEnd } from "../day-limits.ts";
import { type Check, defineStep, is, isEmpty, itemsOf, type NamedPerson, type StepScope } from "../field.ts";
import { personName } from "../persons.ts";
import { documentFields, personFields } from "../shared-fields.ts";

const isStated = is("authority", "severally", "jointly");
const hasLimit = ({ siblings }: StepScope): boolean => !isEmpty(siblings["limitAmount"]);

/** An amount that its currency can have. */
const isLimit: Check<string> = (amount, { siblings }) =>
  isAmountIn(String(siblings["limitCurrency"]), amount) ? undefined : "badFormat";

/** The other entries, by their names. */
function otherRepresentatives({ step: answers, siblings }: StepScope): NamedPerson[] {
  return itemsOf(answers["representatives"])
    .filter(({ id }) => id !== siblings["id"])
    .map((one) => ({ ids: [String(one["id"])], name: personName(one) }))
    .filter(({ name }) => name !== "");
}

/** Of who acts jointly, or alone up to an amount; also while somebody is chosen who is not named any more. */
const mayNeedOthers = (scope: StepScope): boolean =>
  (scope.siblings["authority"] === "jointly" || (isStated(scope) && hasLimit(scope))) &&
  (otherRepresentatives(scope).length > 0 || !isEmpty(scope.siblings["jointlyWith"]));

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
            { kind: "amount", name: "limitAmount", when: isStated, half: true, hint: true, check: isLimit },
            { kind: "currency", name: "limitCurrency", required: hasLimit, when: isStated, half: true },
            {
              kind: "persons",
              name: "jointlyWith",
              when: mayNeedOthers,
              hint: true,
              persons: otherRepresentatives,
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
