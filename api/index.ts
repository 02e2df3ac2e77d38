/** All calls of the API by domain. */
import { analytics } from "./analytics.ts";
import { bankAccounts } from "./bank-accounts.ts";
import { cannedAnswers } from "./canned-answers.ts";
import { chats } from "./chats.ts";
import { colleagues } from "./colleagues.ts";
import { companies } from "./companies.ts";
import { content } from "./content.ts";
import { contracts } from "./contracts.ts";
import { countries } from "./countries.ts";
import { dataFields } from "./data-fields.ts";
import { distributionGroups } from "./distribution-groups.ts";
import { documents } from "./documents.ts";
import { files } from "./files.ts";
import { forms } from "./forms/endpoints.ts";
import { funds } from "./funds.ts";
import { imports } from "./imports.ts";
import { jobs } from "./jobs.ts";
import { marketData } from "./market-data.ts";
import { money } from "./money.ts";
import { notifications } from "./notifications.ts";
import { portfolios } from "./portfolios.ts";
import { proposals } from "./proposals.ts";
import { savedViews } from "./saved-views.ts";
import { sessions } from "./sessions.ts";
import { settings } from "./settings.ts";
import { sharepoint } from "./sharepoint.ts";
import { tickets } from "./tickets.ts";
import { timeline } from "./timeline.ts";
import { uploads } from "./uploads.ts";
import { users } from "./users.ts";
import { verification } from "./verification.ts";
import { viewAs } from "./view-as.ts";

export const api = {
  sessions,
  users,
  distributionGroups,
  companies,
  forms,
  files,
  documents,
  uploads,
  sharepoint,
  contracts,
  content,
  tickets,
  cannedAnswers,
  chats,
  notifications,
  portfolios,
  money,
  bankAccounts,
  imports,
  marketData,
  funds,
  dataFields,
  proposals,
  savedViews,
  colleagues,
  timeline,
  viewAs,
  jobs,
  settings,
  countries,
  verification,
  analytics,
} as const;
export type Api = typeof api;
