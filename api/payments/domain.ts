/** A holder's cash, bank accounts and requests for transactions, and who confirms withdrawals. */
import {
  type Changes,
  type Notifications,
  nothing,
  type StaleBySetting,
  socketEvent,
  theHolder,
} from "../declaration.ts";
import { proposalLists } from "../proposals/domain.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const ofCash = ({ holderType, holderId }: Holder): StaleCalls => ({
  "payments.getCash": { params: { holderType, holderId } },
  "payments.listRequests": {},
  "workload.getDesk": {},
});
const ofAccounts = ({ holderType, holderId }: Holder): StaleCalls => ({
  "payments.listAccounts": { params: { holderType, holderId } },
  "payments.listNewAccounts": {},
  "workload.getDesk": {},
  "timeline.get": { params: { holderType, holderId } },
});
const accountsChanged = ({ params }: { params: Holder }): StaleCalls => ({
  ...ofAccounts(params),
  "proposals.list": {},
});
const requested = ({ params: { holderType, holderId } }: { params: Holder }): StaleCalls => ({
  "portfolios.listOrders": { params: { holderType, holderId } },
  ...ofCash({ holderType, holderId }),
});
/** Another request may have lost a candidate, and the list of unexplained payments a row. */
const matched = (): StaleCalls => ({
  "payments.listRequests": {},
  "workload.getDesk": {},
  "payments.listCandidates": {},
  "payments.listUnexplained": {},
});

const ofFiles = (): StaleCalls => ({
  "payments.listPaymentFiles": {},
  "payments.listFilePayments": {},
  "payments.listPayable": {},
  "payments.listRequests": {},
  "workload.getDesk": {},
});

export const events = {
  /** Cash, or who must confirm the holder's withdrawals, changed. */
  "money:changed": socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: ofCash }),
  /** A bank account of the holder was added, changed, removed, confirmed or refused. */
  "accounts:changed": socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: ofAccounts }),
  /** A request of the holder changed its state. */
  "request:changed": socketEvent<Holder & { requestId: number }>({
    to: "holderAndStaff",
    carries: { ...theHolder, requestId: true },
    stale: ({ holderType, holderId }) => ({
      "portfolios.listOrders": { params: { holderType, holderId } },
      "payments.listRequests": {},
      "workload.getDesk": {},
      "payments.listFilePayments": {},
      "payments.listPayable": {},
      "payments.listCandidates": {},
      "payments.listUnexplained": {},
      "payments.getCash": { params: { holderType, holderId } },
    }),
  }),
  /** Payments that no request explains were found, or dealt with. */
  "payments:unexplained": socketEvent<Holder>({
    to: "staff",
    carries: theHolder,
    stale: () => ({ "payments.listUnexplained": {}, "workload.getDesk": {} }),
  }),
  /** A payment file was prepared, released or cancelled. */
  "payments:files": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: ofFiles }),
  /** Entries of pooled accounts were found, or dealt with. */
  "payments:bankEntries": socketEvent<Record<string, never>>({
    to: "staff",
    carries: {},
    stale: () => ({ "payments.listBankEntries": {} }),
  }),
};

export const changes = {
  setSigners: ({ params }) => ({ ...ofCash(params), ...proposalLists }),
  saveAccounts: accountsChanged,
  decideAccount: accountsChanged,
  requestAccountsCode: nothing,
  requestTransaction: requested,
  confirmWithdrawal: requested,
  withdrawRequest: requested,
  handleRequest: () => ({ "payments.listRequests": {}, "workload.getDesk": {}, "payments.listUnexplained": {} }),
  matchRequest: matched,
  unmatchRequest: matched,
  matchFee: matched,
  clearUnexplained: () => ({ "payments.listUnexplained": {}, "workload.getDesk": {} }),
  preparePaymentFile: ofFiles,
  releasePaymentFile: ofFiles,
  cancelPaymentFile: ofFiles,
  assignBankEntry: () => ({ "payments.listBankEntries": {} }),
  keepBankEntry: () => ({ "payments.listBankEntries": {} }),
  reopenBankEntry: () => ({ "payments.listBankEntries": {} }),
  requestWithdrawalCode: nothing,
} satisfies Changes<"payments">;

export const afterReconnect: readonly ReadingCall[] = [
  "payments.getCash",
  "payments.listAccounts",
  "payments.listBankEntries",
  "payments.listCandidates",
  "payments.listFilePayments",
  "payments.listMovements",
  "payments.listNewAccounts",
  "payments.listPayable",
  "payments.listPaymentFiles",
  "payments.listRequests",
  "payments.listUnexplained",
];

export const staleBySetting: StaleBySetting = {
  depositInstructions: { "payments.getCash": {} },
  withdrawalRules: { "payments.getCash": {} },
};

export const notifications = {
  account_added: "holderAndMail",
  account_changed: "holderAndMail",
  account_removed: "holderAndMail",
  account_confirmed: "holderAndMail",
  account_refused: "holderAndMail",
  client_account: "staffAboutClient",
  request_done: "holderAndMail",
  request_declined: "holderAndMail",
  request_expired: "holderAndMail",
  request_reopened: "holderAndMail",
  withdrawal_asked: "holderAndMail",
  withdrawal_to_confirm: "holderAndMail",
  withdrawal_confirmed: "holderAndMail",
  withdrawal_paying: "holderAndMail",
  withdrawal_returned: "holderAndMail",
  withdrawal_signers_lowered: "holderAndMail",
  client_request: "staffAboutClient",
  client_withdrawal_stuck: "staffAboutClient",
  client_payment_unexplained: "staffAboutClient",
  client_withdrawal_maybe_paid: "staffAboutClient",
} as const satisfies Notifications;
