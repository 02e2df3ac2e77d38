/** The calls of clients who are brought in. */
import type { clientImports } from "@portico/api/client-imports.ts";
import type { Handlers } from "../../http/handlers.ts";
import {
  decideClientLine,
  getClientImport,
  listClientImports,
  listClientLines,
  moveClientImport,
  previewClients,
} from "./client-imports.ts";
import { sendClientFaults, sendClientTemplate } from "./files.ts";
import { correctClientEmail, inviteClients, listClientInvitations, takeBackInvitations } from "./inviting/inviting.ts";

export const clientImportsRoutes: Handlers<typeof clientImports> = {
  list: (context, { query }) => listClientImports(context, query),
  preview: (context, { body }) => previewClients(context, body),
  get: (context, { params }) => getClientImport(context, params.id),
  listLines: (context, { params, query }) => listClientLines(context, params.id, query),
  getFaults: (context, { params, query }) => sendClientFaults(context, params.id, query.language),
  getTemplate: async (_, { query }) => sendClientTemplate(query.language),
  decide: (context, { params, body }) => decideClientLine(context, params.id, { line: params.line, is: body.is }),
  move: (context, { params, body }) => moveClientImport(context, params.id, body),
  listInvitations: (context, { query }) => listClientInvitations(context, query),
  invite: (context, { body }) => inviteClients(context, body.whom),
  takeBack: (context, { body }) => takeBackInvitations(context, body.whom),
  correctEmail: (context, { params, body }) => correctClientEmail(context, params.userId, body.email),
};
