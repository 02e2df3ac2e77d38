/** What money declares for the server (server/declaration.ts). */
import type { Proposals } from "../../declaration.ts";
import { instructionsProposal } from "./money.instructions.service.ts";

export { moneyRoutes as routes } from "./money.routes.ts";

export const proposals = {
  setDepositInstructions: instructionsProposal,
} satisfies Proposals;
