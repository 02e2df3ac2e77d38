/** The calls of viewing the portal as a client. */
import type { viewAs } from "@portico/api/view-as.ts";
import type { Handlers } from "../../http/handlers.ts";
import { beginViewAs, endViewAs } from "./view-as.ts";

export const viewAsRoutes: Handlers<typeof viewAs> = {
  begin: (context, { holder, body }) => beginViewAs(context, holder, body.reason),
  end: (context, { params }) => endViewAs(context, params.viewAsId),
};
