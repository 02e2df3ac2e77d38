/** What a write does to a list: which accounts stay, change, come and go. */

import type { AccountBody } from "@portico/api/payments/accounts.ts";
import { type AccountInput, accountKey, normaliseAccount } from "@portico/api/rules/bank-accounts.ts";
import type { AccountRow } from "./accounts.queries.ts";

/** A row with what the list says of it now. */
interface Kept {
  row: AccountRow;
  account: AccountInput;
  place: number;
}

export interface ListChanges {
  /** The same account with the same owner and bank; label, default and place may differ. */
  kept: Kept[];
  /** The same account, with another owner, BIC or bank. */
  changed: Kept[];
  added: { account: AccountInput; place: number }[];
  removed: AccountRow[];
}

/** A body's account, normalised. */
export const toAccountInput = ({ id, isDefault = false, ...account }: AccountBody): AccountInput =>
  normaliseAccount({
    ...(id != null && { id }),
    name: account.name ?? "",
    iban: account.iban ?? "",
    number: account.number ?? "",
    bic: account.bic ?? "",
    bank: account.bank ?? "",
    country: account.country ?? "",
    currency: account.currency ?? "",
    owner: account.owner ?? "",
    isDefault,
  });

const isAlike = (row: AccountRow, account: AccountInput): boolean =>
  row.owner === account.owner && (row.bic ?? "") === account.bic && (row.bank ?? "") === account.bank;

/**
 * Rows are known by number and currency, whatever id the write gives them: another number is another account, and what
 * was paid stays with the one that received it.
 */
export function compareAccounts(rows: readonly AccountRow[], accounts: readonly AccountInput[]): ListChanges {
  const byKey = new Map(rows.map((row) => [accountKey(row), row]));
  const changes: ListChanges = { kept: [], changed: [], added: [], removed: [] };
  for (const [place, account] of accounts.entries()) {
    const row = byKey.get(accountKey(account));
    if (!row) changes.added.push({ account, place });
    else (isAlike(row, account) ? changes.kept : changes.changed).push({ row, account, place });
  }
  const remaining = new Set([...changes.kept, ...changes.changed].map(({ row }) => row.id));
  changes.removed = rows.filter(({ id }) => !remaining.has(id));
  return changes;
}

/** Whether the list stays as it is, labels and order included. */
export const isUnchanged = ({ kept, changed, added, removed }: ListChanges): boolean =>
  changed.length + added.length + removed.length === 0 &&
  kept.every(
    ({ row, account, place }) =>
      row.name === account.name && row.is_default === account.isDefault && row.place === place,
  );
