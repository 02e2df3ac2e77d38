/** What shares in companies declare for the server (server/declaration.ts). */
import type { Proposals } from "../../declaration.ts";
import { shareProposal } from "./shares.ts";

export { ownershipRoutes as routes } from "./ownership.routes.ts";

export const proposals = { setShare: shareProposal } satisfies Proposals;
