/** What canned answers declare for the server (server/declaration.ts). */
export { cannedAnswersRoutes as routes } from "./canned-answers.routes.ts";
