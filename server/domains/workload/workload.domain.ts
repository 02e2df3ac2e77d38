/** What the workload declares for the server (server/declaration.ts). */
export { workloadRoutes as routes } from "./workload.routes.ts";
