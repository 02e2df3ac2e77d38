/** The analytics' calls. */
import type { analytics } from "@portico/api/analytics.ts";
import type { Handlers } from "../../http/handlers.ts";
import { completeSignIn } from "./analytics.service.ts";

export const analyticsRoutes: Handlers<typeof analytics> = {
  recordSignIn: (context, { body }) => completeSignIn(context, body),
};
