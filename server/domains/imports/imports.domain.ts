/** What imports declare for the server (server/declaration.ts). */
export { importsRoutes as routes } from "./imports.routes.ts";
