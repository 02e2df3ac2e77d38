/** Payments: a holder's cash, bank accounts and requests for transactions, and payments that no request explains. */
import { accountCalls } from "./payments/accounts.ts";
import { bankEntryCalls } from "./payments/bank-entries.ts";
import { cashCalls } from "./payments/cash.ts";
import { paymentFileCalls } from "./payments/payment-files.ts";
import { requestCalls } from "./payments/requests.ts";
import { unexplainedCalls } from "./payments/unexplained.ts";

export const payments = {
  ...cashCalls,
  ...accountCalls,
  ...requestCalls,
  ...unexplainedCalls,
  ...bankEntryCalls,
  ...paymentFileCalls,
};
