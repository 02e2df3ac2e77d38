/**
 * The terms of a withdrawal: amount, fee, currency and account. What is reserved, what a mail names and what a code confirms
 * is made of them, here alone.
 */
import type { WithdrawalAccount } from "@portico/api/payments/requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { hashContent } from "../../sessions/step-code.ts";
import type { AccountRow } from "../accounts/accounts.ts";
import { keyOfHolder, type RequestDetails } from "../requests/details.ts";
import { calculateFee } from "./fee.ts";

export interface WithdrawalTerms {
  /** What arrives. */
  amount: string;
  /** What it costs on top, in the same currency. */
  fee: string;
  currency: string;
  /** As it was when the withdrawal was asked for. */
  account: WithdrawalAccount;
}
/** What is known of them wherever they are named. */
export type NamedTerms = Omit<WithdrawalTerms, "account"> & { account: { number: string } };
type BoundTerms = Omit<WithdrawalTerms, "account"> & { account: { id: number; number: string } };

const toWithdrawalAccount = (account: AccountRow): WithdrawalAccount => ({
  id: account.id,
  name: account.name,
  owner: account.owner,
  number: account.iban ?? account.number ?? "",
  bic: account.bic,
  bank: account.bank,
  country: account.country,
  changed_at: account.changed_at.toISOString(),
  nameCheck: account.name_check === null ? null : { answer: account.name_check, name: account.name_check_name },
});

/** A withdrawal of this sum to this account, with its fee as of now. */
export const calculateTerms = async (
  db: Db,
  account: AccountRow,
  { sum, currency }: { sum: string; currency: string },
): Promise<WithdrawalTerms> => ({
  amount: sum,
  fee: await calculateFee(db, { sum, currency }),
  currency,
  account: toWithdrawalAccount(account),
});

/** What leaves the cash: the amount and its fee. */
export const totalOf = ({ amount, fee }: Pick<WithdrawalTerms, "amount" | "fee">): Decimal =>
  new Decimal(amount).plus(fee);

const boundTo = (holder: Holder, which: number | "new", { amount, fee, currency, account }: BoundTerms): string =>
  hashContent(`withdrawal:${keyOfHolder(holder)}/${which}`, {
    amount: new Decimal(amount).toFixed(),
    fee: new Decimal(fee).toFixed(),
    currency,
    account: [account.id, account.number],
  });

/** What the code of whoever asks for the withdrawal is bound to. */
export const boundToNew = (holder: Holder, terms: BoundTerms): string => boundTo(holder, "new", terms);

/** What the code of whoever confirms a withdrawal that was asked for is bound to. */
export function boundToConfirmation({ record, reservation }: RequestDetails): string {
  if (!reservation) throw new Refusal("stateConflict");
  return boundTo(holderOf(record), record.id, reservation);
}
