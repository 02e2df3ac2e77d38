/** What a withdrawal costs, and how messages name it. */
import { findCurrency } from "@portico/api/currencies.ts";
import { feeOfWithdrawal, feesOfWithdrawals } from "@portico/api/rules/withdrawal-fee.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getSetting } from "../../settings/settings.service.ts";
import type { ReservationRecord } from "./reservations.queries.ts";

/** A withdrawal in words for messages: the sum, its fee if any, and the last digits of the account. */
export const describeReservation = ({
  amount,
  fee,
  currency,
  account,
}: Pick<ReservationRecord, "amount" | "fee" | "currency"> & { account: { number: string } }): string =>
  `${amount} ${currency}${new Decimal(fee).isZero() ? "" : ` (+ ${fee} ${currency})`} → …${account.number.slice(-4)}`;

/** The same as parameters of a notification: pages write the amounts in their reader's language. */
export const paramsOfReservation = (
  reservation: Parameters<typeof describeReservation>[0],
): Record<"account" | "sum" | "fee" | "currency" | "toAccount", string> => ({
  account: describeReservation(reservation),
  sum: reservation.amount,
  fee: reservation.fee,
  currency: reservation.currency,
  toAccount: `…${reservation.account.number.slice(-4)}`,
});

/** What a withdrawal costs by the fee table as it is now. */
export async function calculateFee(db: Db, { sum, currency }: { sum: string; currency: string }): Promise<string> {
  const { fees } = await getSetting(db, "feeTable");
  return feeOfWithdrawal(feesOfWithdrawals(fees), { sum, currency, digits: findCurrency(currency)?.digits ?? 2 });
}
