/** The calls of saved views. */
import type { savedViews } from "@portico/api/saved-views.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listSavedViews, removeView, saveView, takeView } from "./saved-views.ts";

export const savedViewsRoutes: Handlers<typeof savedViews> = {
  list: (context, { params }) => listSavedViews(context, params.list),
  save: (context, { params, body }) => saveView(context, params.list, body),
  take: (context, { params }) => takeView(context, params.list, params.viewId),
  remove: (context, { params }) => removeView(context, params.list, params.viewId),
};
