/** The client's own bank account, for deposits and withdrawals. */
import { isOwnedBy } from "@portico/kyc/account-owner.ts";
import { checkBic, isBicOfIban } from "@portico/kyc/bic.ts";
import { checkIban } from "@portico/kyc/iban.ts";
import { type Check, defineStep, type FormAnswers } from "./field.ts";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The client's names under which an account may be held. */
function namesOf({ identity, entity }: FormAnswers): string[] {
  if (entity) return [textOf(entity["legalName"]), textOf(entity["latinName"])];
  return [`${textOf(identity?.["firstName"])} ${textOf(identity?.["lastName"])}`];
}

/** Somebody else's account is refused. */
const isOfClient: Check<string> = (holder, { form }) => (isOwnedBy(holder, namesOf(form)) ? undefined : "notYours");

/** Its bank must be in the country of the account. */
const checkBicOfAccount: Check<string> = (bic, { siblings }) => {
  const iban = textOf(siblings["iban"]);
  return checkBic(bic) ?? (checkIban(iban) || isBicOfIban(bic, iban) ? undefined : "otherCountry");
};

export const step = defineStep({
  name: "bank",
  groups: [
    {
      name: "bankAccount",
      fields: [
        { kind: "text", name: "accountHolder", required: true, hint: true, check: isOfClient },
        { kind: "identifier", name: "iban", required: true, hint: true, check: (value: string) => checkIban(value) },
        { kind: "identifier", name: "bic", half: true, check: checkBicOfAccount },
        { kind: "currency", name: "accountCurrency", required: true, half: true },
        { kind: "files", name: "accountProof", max: 2, hint: true },
      ],
    },
  ],
});
