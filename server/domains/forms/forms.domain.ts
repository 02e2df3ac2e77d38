/** What forms declare for the server (server/declaration.ts). */
export { formsRoutes as routes } from "./forms.routes.ts";
export * as mails from "./submission/receipt.mails.ts";
