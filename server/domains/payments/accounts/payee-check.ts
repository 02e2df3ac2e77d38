/** Asks the verification of payee about the accounts that a write adds or changes. */
import { type AccountInput, accountKey } from "@portico/api/rules/bank-accounts.ts";
import type { NameCheckResult } from "../../../adapters/name-check/name-check.ts";
import type { Context } from "../../../kernel/context.ts";
import type { ListChanges } from "./changes.ts";

/** Results by account and owner. */
export type NameChecks = ReadonlyMap<string, NameCheckResult & { at: Date }>;

export const checkKey = (account: Pick<AccountInput, "iban" | "number" | "bic" | "country" | "currency" | "owner">) =>
  `${accountKey(account)} ${account.owner}`;

/** All at once; outside of the transaction, because it asks another system. */
export async function checkNames(
  { nameCheck, now }: Pick<Context, "nameCheck" | "now">,
  { added, changed }: Pick<ListChanges, "added" | "changed">,
): Promise<NameChecks> {
  const results = await Promise.all(
    [...added, ...changed].map(async ({ account }) => {
      const { iban, number, bic, country, owner } = account;
      const asked = { iban: iban || null, number: number || null, bic: bic || null, country: country || null, owner };
      const result = await nameCheck.check(asked);
      return result ? [[checkKey(account), { ...result, at: now() }] as const] : [];
    }),
  );
  return new Map(results.flat());
}
