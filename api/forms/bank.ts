/** The client's own bank account, for deposits and withdrawals. */
import { checkBic } from "@portico/kyc/bic.ts";
import { checkIban } from "@portico/kyc/iban.ts";
import { bulgarianToLatin } from "@portico/kyc/latin.ts";
import { type Check, defineStep, type FormAnswers } from "./field.ts";

const words = (text: unknown): string[] =>
  typeof text === "string"
    ? bulgarianToLatin(text)
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .replace(/ł/giu, "l")
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== "")
    : [];

/** The client's names under which an account may be held, each as words. */
function namesOf(form: FormAnswers): string[][] {
  const { identity, entity } = form;
  if (entity) return [words(entity["legalName"]), words(entity["latinName"])].filter(({ length }) => length > 0);
  const own = [words(identity?.["firstName"]), words(identity?.["lastName"])].flat();
  return own.length > 0 ? [own] : [];
}

/** Somebody else's account is refused: every word of the client's name must be in the account holder's. */
const isOfClient: Check<string> = (holder, { form }) => {
  const names = namesOf(form);
  const given = words(holder);
  return names.length === 0 || names.some((name) => name.every((word) => given.includes(word)))
    ? undefined
    : "notYours";
};

export const step = defineStep({
  name: "bank",
  groups: [
    {
      name: "bankAccount",
      fields: [
        { kind: "text", name: "accountHolder", required: true, hint: true, check: isOfClient },
        { kind: "identifier", name: "iban", required: true, hint: true, check: (value: string) => checkIban(value) },
        { kind: "identifier", name: "bic", half: true, check: (value: string) => checkBic(value) },
        { kind: "currency", name: "accountCurrency", required: true, half: true },
        { kind: "files", name: "accountProof", max: 2, hint: true },
      ],
    },
  ],
});
