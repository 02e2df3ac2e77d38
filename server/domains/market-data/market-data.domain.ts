/** What market data declares for the server (server/declaration.ts). */
export { marketDataRoutes as routes } from "./market-data.routes.ts";
