/** What distribution groups declare for the server (server/declaration.ts). */
export { distributionGroupsRoutes as routes } from "./distribution-groups.routes.ts";
