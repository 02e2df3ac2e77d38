/** What money declares for the server (server/declaration.ts). */
import type { Proposals, Settings } from "../../declaration.ts";
import { instructionsProposal } from "./money.instructions.service.ts";
import {
  findBaseCurrencyFaults,
  findFeeFaults,
  findInstructionFaults,
  findInterestFaults,
} from "./money.settings.service.ts";

export { moneyRoutes as routes } from "./money.routes.ts";

export const proposals = {
  setDepositInstructions: instructionsProposal,
} satisfies Proposals;

export const settings: Settings = {
  depositInstructions: { check: findInstructionFaults },
  feeTable: { check: findFeeFaults },
  treasury: { check: findInterestFaults },
  portalRules: { check: findBaseCurrencyFaults },
};
