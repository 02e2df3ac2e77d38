/** The calls of compliance. */
import type { compliance } from "@portico/api/compliance.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listExpiring, listMails, listYoungWithdrawals } from "./compliance.ts";

export const complianceRoutes: Handlers<typeof compliance> = {
  listExpiring: (context, { query }) => listExpiring(context, query),
  listYoungWithdrawals: (context, { query }) => listYoungWithdrawals(context, query),
  listMails: (context, { holder, query }) => listMails(context, holder, query),
};
