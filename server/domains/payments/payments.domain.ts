/** What payments declare for the server (server/declaration.ts). */
import { weakenings } from "@portico/api/rules/guards.ts";
import type { Proposals, Settings } from "../../declaration.ts";
import { accountDecisionProposal } from "./accounts/decisions.service.ts";
import { accountsProposal } from "./accounts/save.service.ts";
import { instructionsProposal } from "./cash/deposit-instructions.service.ts";
import {
  findBaseCurrencyFaults,
  findFeeFaults,
  findInstructionFaults,
  findInterestFaults,
} from "./payments.settings.service.ts";
import { signersProposal } from "./signers/company-rule.service.ts";
import { followSignerRule } from "./signers/firm-rule.service.ts";

export { paymentsHandlers as jobs } from "./payments.jobs.ts";
export { paymentsRoutes as routes } from "./payments.routes.ts";
export { reconsiderWithdrawals as rightsEnded } from "./signers/ended-rights.service.ts";

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
