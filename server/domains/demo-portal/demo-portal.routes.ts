/** The calls of the demo beside the portal. */
import type { demoPortal } from "@portico/api/demo-portal.ts";
import type { Handlers } from "../../http/handlers.ts";
import { getDemoPortal, loadDemoPortal, removeDemoPortal } from "./demo-portal.ts";
import { enterDemo, lookAtDemo } from "./inside.ts";

export const demoPortalRoutes: Handlers<typeof demoPortal> = {
  get: (context) => getDemoPortal(context),
  load: (context) => loadDemoPortal(context),
  remove: (context, { params }) => removeDemoPortal(context, params.id),
  look: (context) => lookAtDemo(context),
  enter: (context, { body }, http) => enterDemo(context, http, body.email),
};
