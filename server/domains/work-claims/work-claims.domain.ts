/** What claims of work declare for the server (server/declaration.ts). */

export { workClaimsRoutes as routes } from "./work-claims.routes.ts";
export { reconsiderClaims as rightsEnded } from "./work-claims.ts";
