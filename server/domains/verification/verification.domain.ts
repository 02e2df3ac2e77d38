/** What verification declares for the server (server/declaration.ts). */
export { verificationRoutes as routes } from "./verification.routes.ts";
