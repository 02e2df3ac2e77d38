/** What mappings of files declare for the server (server/declaration.ts). */
export { importMappingsRoutes as routes } from "./import-mappings.routes.ts";
