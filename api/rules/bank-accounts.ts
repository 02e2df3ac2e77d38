/** What a holder's bank accounts must satisfy: the server refuses it, and pages show it at the field. Without zod. */
import { isOwnedBy } from "@portico/kyc/account-owner.ts";
import { checkBic, isBicOfIban, normaliseBic } from "@portico/kyc/bic.ts";
import { isCountry } from "@portico/kyc/country-codes.ts";
import { checkIban, hasIbans, normaliseIban } from "@portico/kyc/iban.ts";
import { currenciesInUse, findCurrency } from "../currencies.ts";
import type { FieldCode } from "../errors.ts";
import { isLongerThan } from "./characters.ts";
import { hasHidden } from "./visible-text.ts";

/** Accounts that one holder may have at once. */
export const mostAccounts = 10;
export const accountLimits = { name: 60, iban: 42, number: 34, bic: 14, bank: 120, owner: 140 } as const;

/** As typed. With an IBAN, number, bank and country stay empty; the IBAN says them. */
export interface AccountInput {
  /** Of an account that is on the list already. */
  id?: number | undefined;
  /** The client's own label, or empty. */
  name: string;
  iban: string;
  number: string;
  bic: string;
  bank: string;
  /** ISO 3166 alpha-2. */
  country: string;
  currency: string;
  owner: string;
  /** Proposed first for payments in its currency. */
  isDefault: boolean;
}

interface AccountProblem {
  path: string;
  code: FieldCode;
}

const oneSpaced = (text: string): string => text.trim().replace(/\s+/gu, " ");

/** Without the separators that people type, and in capitals where the identifier has no others. */
export const normaliseAccount = (account: AccountInput): AccountInput => ({
  ...account,
  name: oneSpaced(account.name),
  iban: normaliseIban(account.iban),
  number: account.number.replace(/\s+/gu, "").toUpperCase(),
  bic: normaliseBic(account.bic),
  bank: oneSpaced(account.bank),
  country: account.country.trim().toUpperCase(),
  currency: account.currency.trim().toUpperCase(),
  owner: oneSpaced(account.owner),
});

/** Two entries with the same key are the same account: a bank may keep several currencies under one IBAN. */
export const accountKey = ({ iban, number, bic, country, currency }: AccountKeyed): string =>
  `${iban || `${country}/${bic?.slice(0, 8)}/${number}`}/${currency}`;
type AccountKeyed = Record<"iban" | "number" | "bic" | "country", string | null> & { currency: string };

type Field = keyof AccountInput;

function* problemsOfNumber(account: AccountInput): Iterable<[Field, FieldCode]> {
  if (account.iban !== "") {
    const fault = checkIban(account.iban);
    if (fault) yield ["iban", fault];
    for (const field of ["number", "bank", "country"] as const) if (account[field] !== "") yield [field, "notAllowed"];
    if (account.bic !== "") {
      const bicFault = checkBic(account.bic);
      if (bicFault) yield ["bic", bicFault];
      else if (!fault && !isBicOfIban(account.bic, account.iban)) yield ["bic", "otherCountry"];
    }
    return;
  }
  if (account.country === "" && account.number === "") {
    yield ["iban", "required"];
    return;
  }
  if (account.country === "") yield ["country", "required"];
  else if (!isCountry(account.country)) yield ["country", "unknown"];
  else if (hasIbans(account.country)) yield ["iban", "ibanNeeded"];
  if (account.number === "") yield ["number", "required"];
  else if (!/^[A-Z\d/-]{3,34}$/.test(account.number)) yield ["number", "badFormat"];
  if (account.bank === "") yield ["bank", "required"];
  const bicFault = account.bic === "" ? "required" : checkBic(account.bic);
  if (bicFault) yield ["bic", bicFault];
  else if (account.bic.slice(4, 6) !== account.country) yield ["bic", "otherCountry"];
}

function currencyProblem(currency: string): FieldCode | undefined {
  if (currency === "") return "required";
  // The lev ended: what was in BGN is in EUR since 2026-01-01.
  if (currency === "BGN") return "levEnded";
  const known = findCurrency(currency);
  return known === undefined || !currenciesInUse.includes(currency) ? "unknown" : undefined;
}

/** Problems of one account without regard to the others, by field. */
export function problemsOfAccount(account: AccountInput, names: readonly string[]): [Field, FieldCode][] {
  const problems = [...problemsOfNumber(account)];
  const currency = currencyProblem(account.currency);
  if (currency) problems.push(["currency", currency]);
  if (account.owner === "") problems.push(["owner", "required"]);
  else if (!isOwnedBy(account.owner, names)) problems.push(["owner", "notYours"]);
  for (const field of ["name", "bank", "owner"] as const)
    if (hasHidden(account[field])) problems.push([field, "hiddenCharacter"]);
  for (const [field, max] of Object.entries(accountLimits) as [keyof typeof accountLimits, number][])
    if (isLongerThan(account[field], max)) problems.push([field, "tooLong"]);
  return problems;
}

/**
 * Problems of the list, at `accounts.<place>.<field>`; the accounts are normalised. `isChecked` is false for an account
 * that stays as it was, which earlier rules accepted. One account per key, one default per currency.
 */
export function problemsOfAccounts(
  accounts: readonly AccountInput[],
  { names, isChecked }: { names: readonly string[]; isChecked: (account: AccountInput) => boolean },
): AccountProblem[] {
  const keys = new Set<string>();
  const defaults = new Set<string>();
  return accounts.flatMap((account, place) => {
    const problems = isChecked(account) ? problemsOfAccount(account, names) : [];
    const key = accountKey(account);
    if (keys.has(key)) problems.push([account.iban === "" ? "number" : "iban", "twice"]);
    keys.add(key);
    if (account.isDefault && defaults.has(account.currency)) problems.push(["isDefault", "twice"]);
    if (account.isDefault) defaults.add(account.currency);
    return problems.map(([field, code]) => ({ path: `accounts.${place}.${field}`, code }));
  });
}
