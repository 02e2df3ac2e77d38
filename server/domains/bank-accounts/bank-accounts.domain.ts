/** What bank accounts declare for the server (server/declaration.ts). */
import { weakenings } from "@portico/api/rules/guards.ts";
import type { Proposals, Settings } from "../../declaration.ts";
import { listAccountsOfOpenRequests } from "../portfolios/requests/requests.accounts.service.ts";
import { accountDecisionProposal } from "./bank-accounts.decisions.service.ts";
import { accountsProposal } from "./bank-accounts.save.service.ts";

export { bankAccountsRoutes as routes } from "./bank-accounts.routes.ts";

export const proposals = {
  setBankAccounts: accountsProposal(listAccountsOfOpenRequests),
  decideBankAccount: accountDecisionProposal,
} satisfies Proposals;

export const settings: Settings = { bankAccountRules: { weakens: weakenings.bankAccountRules } };
