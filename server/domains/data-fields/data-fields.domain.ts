/** What data fields declare for the server (server/declaration.ts). */
export { dataFieldsRoutes as routes } from "./data-fields.routes.ts";
