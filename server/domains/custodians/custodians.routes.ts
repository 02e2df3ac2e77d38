/** The calls of custodians. */
import type { custodians } from "@portico/api/custodians.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listAccounts, listUnknownAccounts } from "./account-lists.ts";
import { endAccount, linkAccount, markAccount } from "./accounts.ts";
import { listCodes, saveCodes } from "./bank-codes.ts";
import { createCustodian, listCustodians, saveCustodian, setEnded } from "./custodians.ts";

export const custodiansRoutes: Handlers<typeof custodians> = {
  list: (context) => listCustodians(context),
  create: (context, { body }) => createCustodian(context, body),
  save: (context, { params, body }) => saveCustodian(context, params.id, body),
  end: (context, { params }) => setEnded(context, params.id, true),
  restore: (context, { params }) => setEnded(context, params.id, false),
  listCodes: (context, { params }) => listCodes(context, params.id),
  saveCodes: (context, { params, body }) => saveCodes(context, params.id, body.codes),
  listAccounts: (context, { query }) => listAccounts(context, query),
  linkAccount: (context, { body }) => linkAccount(context, body),
  markAccount: (context, { body }) => markAccount(context, body),
  endAccount: (context, { params, body }) => endAccount(context, params.id, body),
  listUnknownAccounts: (context, { query }) => listUnknownAccounts(context, query),
};
