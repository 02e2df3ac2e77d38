/** What compliance declares for the server (server/declaration.ts). */
export { complianceRoutes as routes } from "./compliance.routes.ts";
