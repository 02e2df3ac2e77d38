/** What a holder owns, and the requests for transactions. */
import { type Changes, type Notifications, nothing, socketEvent, theHolder } from "../declaration.ts";
import { ofMoney } from "../money/domain.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const payments = ({ params: { holderType, holderId } }: { params: Holder }): StaleCalls => ({
  "portfolios.listOrders": { params: { holderType, holderId } },
  ...ofMoney({ holderType, holderId }),
});
/** Another request may have lost a candidate, and the list of unexplained payments a row. */
const matched = (): StaleCalls => ({
  "portfolios.listRequests": {},
  "portfolios.listCandidates": {},
  "portfolios.listUnexplained": {},
});

export const events = {
  /** Ledger, prices or rates of the holder changed: refetch before the five minutes are over. */
  "portfolio:changed": socketEvent<Holder & { version: string }>({
    to: "holderAndStaff",
    carries: { ...theHolder, version: true },
    stale: ({ holderType, holderId }) => {
      const ofHolder = { params: { holderType, holderId } };
      return {
        "portfolios.getPortfolio": ofHolder,
        "portfolios.listOrders": ofHolder,
        "portfolios.listTransactions": ofHolder,
        "portfolios.getPerformance": ofHolder,
        "portfolios.getProof": ofHolder,
        "money.get": ofHolder,
        "money.listMovements": ofHolder,
        "portfolios.listCandidates": {},
      };
    },
  }),
  /** The daily values were recalculated, shortly after a change of the portfolio: its history, not its holdings. */
  "performance:changed": socketEvent<Holder>({
    to: "holderAndStaff",
    carries: theHolder,
    stale: (params) => ({ "portfolios.getPerformance": { params } }),
  }),
  /** A request of the holder changed its state. */
  "request:changed": socketEvent<Holder & { requestId: number }>({
    to: "holderAndStaff",
    carries: { ...theHolder, requestId: true },
    stale: ({ holderType, holderId }) => ({
      "portfolios.listOrders": { params: { holderType, holderId } },
      "portfolios.listRequests": {},
      "portfolios.listCandidates": {},
      "portfolios.listUnexplained": {},
      "money.get": { params: { holderType, holderId } },
    }),
  }),
  /** Payments that no request explains were found, or dealt with. */
  "payments:unexplained": socketEvent<Holder>({
    to: "staff",
    carries: theHolder,
    stale: () => ({ "portfolios.listUnexplained": {} }),
  }),
};

export const changes = {
  requestTransaction: payments,
  confirmWithdrawal: payments,
  withdrawRequest: payments,
  handleRequest: () => ({ "portfolios.listRequests": {}, "portfolios.listUnexplained": {} }),
  matchRequest: matched,
  unmatchRequest: matched,
  matchFee: matched,
  clearUnexplained: () => ({ "portfolios.listUnexplained": {} }),
  requestWithdrawalCode: nothing,
} satisfies Changes<"portfolios">;

// Not the figures: their version is fetched instead (web/app/portfolios/follow-portfolio.ts).
export const afterReconnect: readonly ReadingCall[] = [
  "portfolios.listCandidates",
  "portfolios.listOrders",
  "portfolios.listRequests",
  "portfolios.listUnexplained",
];

export const notifications = {
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
