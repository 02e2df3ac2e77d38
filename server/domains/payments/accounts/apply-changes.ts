/** Applies the changes of a list: rows, audit log, and messages to everyone who can act for the holder. */
import type { AccountInput } from "@portico/api/rules/bank-accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { getHolder } from "../../holders/holders.ts";
import { getSetting } from "../../settings/settings.ts";
import {
  type AccountRow,
  clearDefaults,
  insertAccount,
  raiseVersion,
  relabelAccount,
  removeAccount,
  renewAccount,
  wasResetWithin,
} from "./accounts.queries.ts";
import type { ListChanges } from "./changes.ts";
import { checkKey, type NameChecks } from "./payee-check.ts";

/** Its last digits, by which people know it; a mail is no place for the rest. */
export const shortNumber = ({ iban, number, currency }: Pick<AccountRow, "iban" | "number" | "currency">): string =>
  `…${(iban || number || "").slice(-4)} ${currency}`;

/** What the audit log keeps of an account. */
export const toAuditedAccount = (row: AccountRow) => ({
  account: row.id,
  number: row.iban ?? row.number,
  currency: row.currency,
  owner: row.owner,
  name: row.name,
  ...(row.bic !== null && { bic: row.bic }),
  ...(row.bank !== null && { bank: row.bank, country: row.country }),
  isDefault: row.is_default,
  state: row.state,
  usableFrom: row.usable_from.toISOString(),
  ...(row.name_check !== null && { nameCheck: row.name_check }),
  ...(row.form_revision_id !== null && { form: row.form_revision_id }),
});

/** When money may go to an account that this person adds or changes now. */
async function usableFrom(tx: Tx, context: Context, by: number): Promise<Date> {
  const { waitHours, waitHoursAfterReset } = await getSetting(tx, "bankAccountRules");
  const hours = (await wasResetWithin(tx, by, waitHoursAfterReset)) ? waitHoursAfterReset : waitHours;
  return new Date(context.now().getTime() + hours * 3_600_000);
}

const orNull = (text: string): string | null => (text === "" ? null : text);

interface Applied {
  changes: ListChanges;
  checks: NameChecks;
  by: number;
}

/** Writes the changes in the transaction that locked the list. */
export async function applyChanges(tx: Tx, context: Context, holder: Holder, { changes, checks, by }: Applied) {
  const { kept, changed, added, removed } = changes;
  const usable_from = await usableFrom(tx, context, by);
  await clearDefaults(tx, holder);
  for (const row of removed) {
    await removeAccount(tx, row.id, by);
    tx.audit("bankAccount.removed", holder, { before: toAuditedAccount(row) });
  }
  for (const { row, account, place } of [...kept, ...changed])
    await relabelAccount(tx, row.id, { place, name: account.name, is_default: account.isDefault });
  for (const { row, account } of kept)
    if (row.name !== account.name || row.is_default !== account.isDefault)
      tx.audit("bankAccount.changed", holder, {
        before: { account: row.id, name: row.name, isDefault: row.is_default },
        after: { account: row.id, name: account.name, isDefault: account.isDefault },
      });
  const renewed: AccountRow[] = [];
  for (const { row, account } of changed) {
    const nameCheck = checks.get(checkKey(account)) ?? null;
    const { bic, bank, owner } = account;
    const after = await renewAccount(tx, row.id, {
      bic: orNull(bic),
      bank: orNull(bank),
      owner,
      usable_from,
      nameCheck,
      by,
    });
    tx.audit("bankAccount.changed", holder, { before: toAuditedAccount(row), after: toAuditedAccount(after) });
    renewed.push(after);
  }
  const inserted: AccountRow[] = [];
  for (const { account, place } of added) {
    const row = await insertAccount(tx, holder, {
      ...newRow(account),
      place,
      usable_from,
      nameCheck: checks.get(checkKey(account)) ?? null,
      by,
    });
    tx.audit("bankAccount.added", holder, { after: toAuditedAccount(row) });
    inserted.push(row);
  }
  await raiseVersion(tx, holder);
  tx.emit("accounts:changed", holder);
  await notifyOfChanges(tx, context, holder, { inserted, renewed, removed, by });
}

const newRow = (account: AccountInput) => ({
  name: account.name,
  iban: orNull(account.iban),
  number: orNull(account.number),
  bic: orNull(account.bic),
  bank: orNull(account.bank),
  country: orNull(account.country),
  currency: account.currency,
  owner: account.owner,
  is_default: account.isDefault,
  state: "new" as const,
  form_revision_id: null,
});

/** Each account's change is told to everyone who can act for the holder, and new ones to who confirms them. */
async function notifyOfChanges(
  tx: Tx,
  context: Context,
  holder: Holder,
  {
    inserted,
    renewed,
    removed,
    by,
  }: Record<"inserted" | "renewed" | "removed", readonly AccountRow[]> & { by: number },
): Promise<void> {
  const news = [
    ...inserted.map((row) => ["account_added", row] as const),
    ...renewed.map((row) => ["account_changed", row] as const),
    ...removed.map((row) => ["account_removed", row] as const),
  ];
  for (const [type, row] of news)
    await tx.notify(holder, { type, params: { account: shortNumber(row) }, target_id: row.id, created_by: by });
  const [first] = [...inserted, ...renewed];
  if (!first) return;
  const { name } = await getHolder(tx, holder);
  await tx.notifyStaff(holder, {
    type: "client_account",
    params: { name, profile: holder.holderType, account: shortNumber(first) },
    created_by: by,
  });
}
