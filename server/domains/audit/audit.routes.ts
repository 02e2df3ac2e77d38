/** The calls of the audit log. */
import type { audit } from "@portico/api/audit.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listEntries } from "./entries.ts";
import { sendProof } from "./proof/proof.ts";
import { askForVerification } from "./state.ts";

export const auditRoutes: Handlers<typeof audit> = {
  list: (context, { query }) => listEntries(context, query),
  verify: (context) => askForVerification(context),
  getProof: (context, { query }) => sendProof(context, query),
};
