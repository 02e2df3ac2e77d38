/** A change of the list as one account's: what was typed, and the list that the server is sent. */
import type { AccountBody, BankAccount } from "@portico/api/payments/accounts.ts";
import { type AccountInput, normaliseAccount } from "@portico/api/rules/bank-accounts.ts";

/** Of an account; the default is one per currency. */
export type Change =
  | { kind: "add" }
  | { kind: "edit"; account: BankAccount }
  | { kind: "remove"; account: BankAccount }
  | { kind: "default"; account: BankAccount };

export type AccountDraft = Omit<AccountInput, "id"> & {
  /** Whether the account has an IBAN. */
  by: "iban" | "number";
};

export const emptyDraft = (owner: string): AccountDraft => ({
  by: "iban",
  name: "",
  iban: "",
  number: "",
  bic: "",
  bank: "",
  country: "",
  currency: "EUR",
  owner,
  isDefault: false,
});

const textsOf = ({ name, iban, number, bic, bank, country, currency, owner, isDefault }: BankAccount) => ({
  name,
  iban: iban ?? "",
  number: number ?? "",
  bic: bic ?? "",
  bank: bank ?? "",
  country: country ?? "",
  currency,
  owner,
  isDefault,
});

export const toAccountDraft = (account: BankAccount): AccountDraft => ({
  by: account.iban === null ? "number" : "iban",
  ...textsOf(account),
});

/** What was typed, normalised, without what belongs to the other kind of number. */
export function inputOfDraft({ by, ...draft }: AccountDraft): AccountInput {
  return normaliseAccount(by === "iban" ? { ...draft, number: "", bank: "", country: "" } : { ...draft, iban: "" });
}

const bodyOf = (account: BankAccount): AccountBody => ({ id: account.id, ...textsOf(account) });

/** The list with one account put in its place, or at the end; its default takes the place of another's. */
function withAccount(accounts: readonly BankAccount[], input: AccountInput, id?: number) {
  const others = accounts.map((one) => {
    const body = bodyOf(one);
    return input.isDefault && one.currency === input.currency ? { ...body, isDefault: false } : body;
  });
  const place = id === undefined ? -1 : accounts.findIndex((one) => one.id === id);
  if (place < 0) return { accounts: [...others, input], place: others.length };
  return { accounts: others.with(place, { ...input, id }), place };
}

/**
 * The list that the change makes of the current one, and the place of the account in it; undefined if the account to be
 * removed, or to become the default, is not on it any more.
 */
export function listAfter(
  accounts: readonly BankAccount[],
  change: Change,
  draft: AccountDraft,
): { accounts: AccountBody[]; place: number } | undefined {
  if (change.kind === "add") return withAccount(accounts, inputOfDraft(draft));
  const current = accounts.find(({ id }) => id === change.account.id);
  // An edited account that was removed meanwhile is added again, with what was typed.
  if (change.kind === "edit") return withAccount(accounts, inputOfDraft(draft), current?.id);
  if (!current) return undefined;
  if (change.kind === "remove") return { accounts: accounts.filter((one) => one !== current).map(bodyOf), place: -1 };
  return withAccount(accounts, { ...textsOf(current), isDefault: true }, current.id);
}
