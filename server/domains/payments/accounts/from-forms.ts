/** The bank account that an approved form names. */
import { type AccountInput, accountKey, normaliseAccount } from "@portico/api/rules/bank-accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import type { FormAccount } from "../../forms/review/decision.ts";
import { getSetting } from "../../settings/settings.ts";
import {
  confirmNewAccount,
  findFormerAccounts,
  insertAccount,
  lockList,
  raiseVersion,
  setFormRevision,
} from "./accounts.queries.ts";
import { shortNumber, toAuditedAccount } from "./apply-changes.ts";

/** As on the holder's list; the lev ended, and the banks turned its accounts into EUR. */
const toAccountInput = ({ owner, iban, bic, currency }: FormAccount): AccountInput =>
  normaliseAccount({
    name: "",
    iban,
    number: "",
    bic,
    bank: "",
    country: "",
    currency: currency === "BGN" ? "EUR" : currency,
    owner,
    isDefault: false,
  });

/**
 * Adds the form's account to the holder's list, confirmed, in the transaction that approves the form; its waiting time
 * began with the submission. One that the holder has stays as it is, and is confirmed if it was new; one that they
 * removed does not come back.
 */
export async function addAccountFromForm(
  tx: Tx,
  context: Context,
  holder: Holder,
  { revisionId, account: form }: { revisionId: number; account: FormAccount | null },
): Promise<void> {
  await lockList(tx, holder);
  await setFormRevision(tx, holder, revisionId);
  if (!form) return;
  const account = toAccountInput(form);
  const former = await findFormerAccounts(tx, holder);
  const known = former.find((row) => accountKey(row) === accountKey(account));
  if (known) {
    if (known.removed_at !== null || known.state !== "new" || known.owner !== account.owner) return;
    const row = await confirmNewAccount(tx, known.id, { by: context.viewer?.userId ?? null });
    tx.audit("bankAccount.decided", holder, {
      before: { account: row.id, state: known.state },
      after: { account: row.id, number: shortNumber(row), state: row.state },
    });
  } else {
    const list = former.filter(({ removed_at }) => removed_at === null);
    const { waitHours } = await getSetting(tx, "bankAccountRules");
    const row = await insertAccount(tx, holder, {
      name: "",
      iban: account.iban,
      number: null,
      bic: account.bic || null,
      bank: null,
      country: null,
      currency: account.currency,
      owner: account.owner,
      state: "confirmed",
      is_default: !list.some(({ currency, is_default }) => is_default && currency === account.currency),
      place: Math.max(-1, ...list.map(({ place }) => place)) + 1,
      usable_from: new Date(form.submittedAt.getTime() + waitHours * 3_600_000),
      nameCheck: null,
      form_revision_id: revisionId,
      by: form.submittedBy,
    });
    tx.audit("bankAccount.added", holder, { after: toAuditedAccount(row) });
  }
  await raiseVersion(tx, holder);
  tx.emit("accounts:changed", holder);
}

/** Locks the holder's list; false if an approved form was looked at for it already. */
export const lockUnlookedList = async (tx: Tx, holder: Holder): Promise<boolean> =>
  (await lockList(tx, holder)).form_revision_id === null;
