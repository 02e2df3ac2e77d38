/** What contracts declare for the server (server/declaration.ts). */

export { contractsHandlers as jobs } from "./contracts.jobs.ts";
export { contractsRoutes as routes } from "./contracts.routes.ts";
export { reconsiderContracts as rightsEnded } from "./ended-rights.ts";
