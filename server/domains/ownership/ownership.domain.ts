/** What shares in companies declare for the server (server/declaration.ts). */
export { ownershipRoutes as routes } from "./ownership.routes.ts";
