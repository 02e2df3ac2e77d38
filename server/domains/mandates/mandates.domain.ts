/** What categories, mandates, flags and notices declare for the server (server/declaration.ts). */
export { mandatesHandlers as jobs } from "./falls/falls.jobs.ts";
export { mandatesRoutes as routes } from "./mandates.routes.ts";
