/** What custodians declare for the server (server/declaration.ts). */
import type { Proposals } from "../../declaration.ts";
import { linkProposal } from "./accounts.ts";
import { looseningProposal } from "./custodians.ts";

export { custodiansRoutes as routes } from "./custodians.routes.ts";

export const proposals = { linkAccount: linkProposal, loosenCustodian: looseningProposal } satisfies Proposals;
