/** What chats declare for the server (server/declaration.ts). */

export { chatsHandlers as jobs } from "./chats.jobs.ts";
export * as mails from "./chats.mails.ts";
export { chatsRoutes as routes } from "./chats.routes.ts";
export { reconsiderChats as rightsEnded } from "./ended-rights.ts";
