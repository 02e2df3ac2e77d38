/** The calls of bank accounts. */
import type { bankAccounts } from "@portico/api/bank-accounts.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listAccountsOfOpenRequests } from "../portfolios/requests/requests.accounts.service.ts";
import { requestListCode } from "./bank-accounts.code-request.service.ts";
import { decideAccount, listNewAccountPage } from "./bank-accounts.decisions.service.ts";
import { saveAccounts } from "./bank-accounts.save.service.ts";
import { getAccountList } from "./bank-accounts.service.ts";

export const bankAccountsRoutes: Handlers<typeof bankAccounts> = {
  list: (context, { holder }) => getAccountList(context, holder, listAccountsOfOpenRequests),
  save: (context, { holder, body }) => saveAccounts(context, holder, body, listAccountsOfOpenRequests),
  requestCode: (context, { holder, body }) => requestListCode(context, holder, body, listAccountsOfOpenRequests),
  decide: (context, { holder, params, body }) =>
    decideAccount(context, holder, params.accountId, body, listAccountsOfOpenRequests),
  listNew: (context, { query }) => listNewAccountPage(context, query),
};
