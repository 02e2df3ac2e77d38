/** What benchmarks declare for the server (server/declaration.ts). */
export { benchmarksRoutes as routes } from "./benchmarks.routes.ts";
