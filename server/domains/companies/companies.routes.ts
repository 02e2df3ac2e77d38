/** The companies' calls. */
import type { companies } from "@portico/api/companies.ts";
import type { Handlers } from "../../http/handlers.ts";
import { changeState } from "../holder-states/holder-states.service.ts";
import { editRepresentation } from "../holders/holders.representation.ts";
import { setClientNumber } from "../holders/holders.service.ts";
import {
  assignCompany,
  createCompany,
  getCompany,
  getCompanyState,
  getStartedState,
  listCompanyPage,
  listOwnCompanies,
} from "./companies.service.ts";

const company = (holderId: number) => ({ holderType: "company", holderId }) as const;

export const companiesRoutes: Handlers<typeof companies> = {
  listOwn: (context, { params }) => listOwnCompanies(context, params.userId),
  create: (context, { params }) => createCompany(context, params.userId),
  get: (context, { params }) => getCompany(context, params.id),
  getStartedState: (context, { params }) => getStartedState(context, params.userId),
  getState: (context, { params }) => getCompanyState(context, params.id),
  requestUpdate: async (context, { params }) => {
    const { state } = await changeState(context, company(params.id), { newState: "pendingReKYC" });
    return { state };
  },
  list: (context, { query }) => listCompanyPage(context, query),
  setClientNumber: (context, { params, body }) => setClientNumber(context, company(params.id), body.clientNumber),
  modifyState: (context, { params, body }) => changeState(context, company(params.id), body),
  editRepresentatives: async (context, { params, body }) => ({
    representatives: await editRepresentation(context, { companyId: params.id }, body.newRepIDs, body.capacity),
  }),
  assign: (context, { params, body }) => assignCompany(context, params.id, body.admin_id),
};
