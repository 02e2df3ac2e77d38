/** What the demo beside the portal declares for the server (server/declaration.ts). */
export { demoPortalRoutes as routes } from "./demo-portal.routes.ts";
