/** What is wrong with a typed account, by field: by the rules that the server has too, or as the server said. */
import { ApiError } from "@portico/api/errors.ts";
import { type AccountInput, problemsOfAccount } from "@portico/api/rules/bank-accounts.ts";
import type { Translate } from "../../ui/text.tsx";
import { type AccountDraft, inputOfDraft } from "./account-changes.ts";
import type { FieldErrors } from "./account-fields.tsx";

export function draftErrors(t: Translate, draft: AccountDraft, names: readonly string[]): FieldErrors {
  const problems = problemsOfAccount(inputOfDraft(draft), names).map(
    ([field, code]) => [fieldOf(draft, field), t(`field.${code}`)] as const,
  );
  // The first of each field.
  return Object.fromEntries(problems.toReversed());
}

/** Without a number and a country, the rules ask for an IBAN, which the reader said there is none of. */
const fieldOf = ({ by }: AccountDraft, field: keyof AccountInput): keyof AccountInput =>
  by === "number" && field === "iban" ? "country" : field;

/** Refusals of the account at this place of the list. */
export function serverErrors(t: Translate, error: unknown, place: number | undefined): FieldErrors {
  if (!(error instanceof ApiError) || place === undefined || place < 0) return {};
  const start = `accounts.${place}.`;
  return Object.fromEntries(
    error.errors
      .filter(({ path }) => path.startsWith(start))
      .map(({ path, code }) => [path.slice(start.length), t(`field.${code}`)]),
  );
}
