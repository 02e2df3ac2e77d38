/** The companies' calls. */
import type { companies } from "@portico/api/companies.ts";
import type { Handlers } from "../../http/handlers.ts";
import { setClientNumber } from "../client-numbers/client-numbers.ts";
import { nameByDraft } from "../forms/draft/company-names.ts";
import { changeState } from "../onboarding/state.ts";
import {
  assignCompany,
  createCompany,
  getCompany,
  getCompanyState,
  getStartedState,
  listCompanyPage,
  listOwnCompanies,
} from "./companies.ts";
import { representOrPropose } from "./representatives.ts";

const company = (holderId: number) => ({ holderType: "company", holderId }) as const;

export const companiesRoutes: Handlers<typeof companies> = {
  listOwn: async (context, { params }) =>
    Promise.all((await listOwnCompanies(context, params.userId)).map((each) => nameByDraft(context, each.id, each))),
  create: async (context, { params }) => {
    const begun = await createCompany(context, params.userId);
    return nameByDraft(context, begun.id, begun);
  },
  get: async (context, { params }) => nameByDraft(context, params.id, await getCompany(context, params.id)),
  getStartedState: (context, { params }) => getStartedState(context, params.userId),
  getState: async (context, { params }) => nameByDraft(context, params.id, await getCompanyState(context, params.id)),
  requestUpdate: async (context, { params }) => {
    const { state } = await changeState(context, company(params.id), { newState: "pendingReKYC" });
    return { state };
  },
  list: (context, { query }) => listCompanyPage(context, query),
  setClientNumber: (context, { params, body }) => setClientNumber(context, company(params.id), body),
  modifyState: (context, { params, body }) => changeState(context, company(params.id), body),
  editRepresentatives: async (context, { params, body }) => {
    const { ids, proposalIds } = await representOrPropose(context, { companyId: params.id }, body);
    return { representatives: ids, proposalIds };
  },
  assign: (context, { params, body }) => assignCompany(context, params.id, body.admin_id),
};
