/** What is still to be paid of deposits and withdrawals, and by which references it is found. */
import { dayIn } from "@portico/api/rules/calendar.ts";
import { isClosedRequest } from "@portico/api/rules/transaction-requests.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Context } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getSetting } from "../../settings/settings.ts";
import { getRequestDetails, type RequestDetails } from "../requests/details.ts";
import { isPayment } from "../requests/requests.policy.ts";
import type { RequestRecord } from "../requests/requests.queries.ts";
import type { MatchRecord } from "./matches.queries.ts";
import type { ExpectedPayment } from "./matching.policy.ts";
import { referenceOfWithdrawal } from "./reference-formats.ts";
import { getDepositReferences } from "./references-in-text.ts";

/** Newest free entries that are looked at for one type and currency. */
export const mostEntries = 500;

/** What of the sum these entries do not cover; never below zero. */
export const restOf = (sum: string, matches: readonly Pick<MatchRecord, "applied">[]): string =>
  Decimal.max(
    matches.reduce((rest, { applied }) => rest.minus(applied ?? sum), new Decimal(sum)),
    0,
  ).toFixed();

/** What is still to be paid of a deposit or withdrawal; undefined for other requests. */
export async function getExpectedPayment(
  db: Db,
  { record, reservation, matches }: Pick<RequestDetails, "record" | "reservation" | "matches">,
): Promise<ExpectedPayment | undefined> {
  const { sum, currency } = record.transaction_info;
  if (!isPayment(record.type) || sum === undefined || currency === undefined) return undefined;
  const { timeZone } = await getSetting(db, "portalRules");
  const holder = holderOf(record);
  return {
    id: record.id,
    holder,
    type: record.type,
    currency,
    sum: restOf(sum, matches),
    fee: reservation && reservation.feeState !== "posted" ? reservation.fee : "0",
    day: dayIn(timeZone, record.created_at),
    references:
      record.type === "withdrawal" ? [referenceOfWithdrawal(record.id)] : await getDepositReferences(db, holder),
    isClosed: isClosedRequest(record.state),
  };
}

/** What is still to be paid of requests, without those that are no payments. */
export async function listExpectedPayments(
  { db, config }: Pick<Context, "db" | "config">,
  records: readonly RequestRecord[],
): Promise<ExpectedPayment[]> {
  return toExpectedPayments(db, await getRequestDetails(db, config, records));
}

/** The same of requests whose details are known. */
export async function toExpectedPayments(db: Db, requests: readonly RequestDetails[]): Promise<ExpectedPayment[]> {
  const expected: ExpectedPayment[] = [];
  for (const details of requests) {
    const one = await getExpectedPayment(db, details);
    if (one) expected.push(one);
  }
  return expected;
}
