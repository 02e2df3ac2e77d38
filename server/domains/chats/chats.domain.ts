/** What chats declare for the server (server/declaration.ts). */

export { reconsiderChats as rightsEnded } from "./chats.ended-rights.service.ts";
export { chatsHandlers as jobs } from "./chats.jobs.ts";
export * as mails from "./chats.mails.ts";
export { chatsRoutes as routes } from "./chats.routes.ts";
