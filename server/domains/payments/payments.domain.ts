/** What payments declare for the server (server/declaration.ts). */
import { weakenings } from "@portico/api/rules/guards.ts";
import type { BulkChanges, Proposals, Settings, Work } from "../../declaration.ts";
import { accountDecisionProposal } from "./accounts/decisions.ts";
import { accountsProposal } from "./accounts/saving.ts";
import { instructionsProposal } from "./cash/deposit-instructions.ts";
import { handleRequests } from "./requests/bulk.ts";
import { giveRequests, requestWork } from "./requests/work.ts";
import { findBaseCurrencyFaults, findFeeFaults, findInstructionFaults, findInterestFaults } from "./settings.ts";
import { signersProposal } from "./signers/company-rule.ts";
import { followSignerRule } from "./signers/firm-rule.ts";

export { paymentsHandlers as jobs } from "./payments.jobs.ts";
export { paymentsRoutes as routes } from "./payments.routes.ts";
export { reconsiderWithdrawals as rightsEnded } from "./signers/ended-rights.ts";

export const proposals = {
  setSigners: signersProposal,
  setDepositInstructions: instructionsProposal,
  setBankAccounts: accountsProposal,
  decideBankAccount: accountDecisionProposal,
} satisfies Proposals;

export const settings: Settings = {
  bankAccountRules: { weakens: weakenings.bankAccountRules },
  depositInstructions: { check: findInstructionFaults },
  feeTable: { check: findFeeFaults },
  portalRules: { check: findBaseCurrencyFaults },
  treasury: { check: findInterestFaults },
  withdrawalRules: { weakens: weakenings.withdrawalRules, saved: followSignerRule },
};

export const work = { request: requestWork } satisfies Work;
export const bulkChanges = { giveRequests, handleRequests } satisfies BulkChanges;
