/** What proposals declare for the server (server/declaration.ts). */
export { reconsiderProposals as rightsEnded } from "./ended-rights.ts";
export { proposalsRoutes as routes } from "./proposals.routes.ts";
