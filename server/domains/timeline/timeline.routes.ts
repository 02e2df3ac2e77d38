/** The calls of a holder's timeline. */
import type { timeline } from "@portico/api/timeline.ts";
import type { Handlers } from "../../http/handlers.ts";
import { getTimeline } from "./timeline.ts";

export const timelineRoutes: Handlers<typeof timeline> = {
  get: (context, { holder, query }) => getTimeline(context, holder, query),
};
