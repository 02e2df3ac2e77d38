/** How messages name a withdrawal. */
import { Decimal } from "@portico/ledger/decimal.ts";
import type { NamedTerms } from "./terms.ts";

/** In words: the sum, its fee if any, and the last digits of the account. */
export const describeWithdrawal = ({ amount, fee, currency, account }: NamedTerms): string =>
  `${amount} ${currency}${new Decimal(fee).isZero() ? "" : ` (+ ${fee} ${currency})`} → …${account.number.slice(-4)}`;

/** The same as parameters of a notification: pages write the amounts in their reader's language. */
export const paramsOfWithdrawal = (
  terms: NamedTerms,
): Record<"account" | "sum" | "fee" | "currency" | "toAccount", string> => ({
  account: describeWithdrawal(terms),
  sum: terms.amount,
  fee: terms.fee,
  currency: terms.currency,
  toAccount: `…${terms.account.number.slice(-4)}`,
});
