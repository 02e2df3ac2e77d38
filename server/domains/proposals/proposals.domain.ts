/** What proposals declare for the server (server/declaration.ts). */
export { reconsiderProposals as rightsEnded } from "./proposals.ended-rights.service.ts";
export { proposalsRoutes as routes } from "./proposals.routes.ts";
