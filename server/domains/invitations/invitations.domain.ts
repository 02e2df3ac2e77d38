/** What invitations of colleagues declare for the server (server/declaration.ts). */
export * as mails from "./invitations.mails.ts";
export { invitationsRoutes as routes } from "./invitations.routes.ts";
