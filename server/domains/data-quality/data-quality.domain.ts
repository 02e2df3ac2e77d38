/** What data quality declares for the server (server/declaration.ts). */
export { dataQualityRoutes as routes } from "./data-quality.routes.ts";
