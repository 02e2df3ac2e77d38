/** What the server tells an open page through the socket. Events carry ids and times; the page asks again for what they make stale. */
import type { Holder } from "./shapes.ts";
import type { StaleCalls } from "./stale-calls.ts";

export type DeskPart = "tasks" | "proposals" | "forms" | "imports";

/** What each event carries. */
export interface ServerEventFields {
  /** Ledger, prices or rates of the holder changed: fetch again, whatever the five minutes say. */
  "portfolio:changed": Holder & { version: string };
  /** The values per day were computed anew, which follows a change of the portfolio a moment later. */
  "performance:changed": Holder;
  /** A request of the holder changed its state. */
  "request:changed": Holder & { requestId: number };
  /** A notification came, or was taken off the list (also from another device). */
  notification: Holder & { notificationId: number };
  /** A form was saved (then with the draft's version) or submitted. */
  "form:changed": Holder & { formType: string; version?: number };
  /** Staff only: a setting of the firm was saved. */
  "setting:changed": { name: string };
  /** Staff only: a task, a proposal, a submission or an import came or was dealt with; `holder` where a submission is being remarked on or accepted. */
  "desk:changed": { part: DeskPart; holder?: Holder };
  /** The holder's state, role, name or client number changed. */
  "holder:state": Holder;
  /** This session is over: sign out. */
  "session:revoked": { reason: "signedOut" | "ended" | "passwordChanged" | "disabled" };
}
export type ServerEventName = keyof ServerEventFields;
export type ServerEvents = { [Name in ServerEventName]: (event: ServerEventFields[Name]) => void };

/** The staff's pages about one holder's form. */
const review = (holder: Holder): StaleCalls => ({
  "forms.listRevisions": { params: holder },
  "forms.getRevision": { params: holder },
  "staffDesk.getTimeline": { params: holder },
});

/** Profile and list of the holder, as staff see them. */
const profile = ({ holderType, holderId: id }: Holder): StaleCalls =>
  holderType === "user"
    ? { "users.get": { params: { id } }, "users.list": { rows: { id } } }
    : { "companies.get": { params: { id } }, "companies.list": { rows: { id } } };

const deskParts: Record<DeskPart, StaleCalls> = {
  tasks: { "staffDesk.listTasks": {} },
  proposals: { "staffDesk.listProposals": {}, "staffDesk.getProposal": {} },
  forms: { "forms.list": {} },
  imports: { "imports.list": {}, "imports.get": {}, "imports.listQuotes": {} },
};

/** The calls whose answers each event makes stale, narrowed by what it carries. */
export const staleByEvent: { [Name in ServerEventName]?: (event: ServerEventFields[Name]) => StaleCalls } = {
  "portfolio:changed": ({ holderType, holderId }) => {
    const ofHolder = { params: { holderType, holderId } };
    return {
      "portfolios.getPortfolio": ofHolder,
      "portfolios.listOrders": ofHolder,
      "portfolios.listTransactions": ofHolder,
      "portfolios.getPerformance": ofHolder,
      "portfolios.getProof": ofHolder,
    };
  },
  "performance:changed": (params) => ({ "portfolios.getPerformance": { params } }),
  "request:changed": ({ holderType, holderId }) => ({
    "portfolios.listOrders": { params: { holderType, holderId } },
    "portfolios.listRequests": {},
  }),
  notification: ({ holderType, holderId: id }) =>
    holderType === "user"
      ? { "notifications.listOfUser": { params: { id } } }
      : { "notifications.listOfCompanies": {} },
  "form:changed": ({ holderType, holderId, version }) => {
    const holder = { holderType, holderId };
    return {
      "forms.getStanding": { params: holder },
      ...review(holder),
      // A submitted renewal leaves the state as it was; a saved draft tells its version, and no list shows it.
      ...(version === undefined && profile(holder)),
    };
  },
  "setting:changed": ({ name }) => ({
    "settings.get": { params: { name } },
    ...(name === "brand" && { "settings.getStoredBrand": {} }),
    "settings.listVersions": { params: { name: name as "amountBands" } },
  }),
  "desk:changed": ({ part, holder }) => ({ ...deskParts[part], ...(holder && review(holder)) }),
  "holder:state": (holder) => {
    const { holderType, holderId: id } = holder;
    return {
      "forms.getStanding": { params: holder },
      ...review(holder),
      ...profile(holder),
      ...(holderType === "user" && { "users.getState": { params: { id } } }),
      "companies.listOwn": holderType === "user" ? { params: { userId: id } } : { rows: { id } },
      "companies.getStartedState": {},
      // A proposal shows beside its change what stands now.
      ...deskParts.proposals,
      "forms.list": { left: true },
      "portfolios.listRequests": { left: true },
    };
  },
};

const left = { left: true } as const;
/**
 * What may have changed while no socket listened, asked for again at each connection. Figures of the portfolio are not here: their
 * version is asked for instead (web/app/portfolios/use-follow-portfolio.ts).
 */
export const staleByConnection: StaleCalls = {
  "companies.listOwn": {},
  "notifications.listOfUser": {},
  "notifications.listOfCompanies": {},
  "portfolios.listOrders": {},
  "settings.get": {},
  "settings.getStoredBrand": {},
  "users.get": left,
  "users.list": left,
  "users.getGroups": left,
  "users.listGroups": left,
  "companies.get": left,
  "companies.list": left,
  "dataFields.list": left,
  "forms.list": left,
  "forms.listRevisions": left,
  "forms.getRevision": left,
  "imports.list": left,
  "imports.get": left,
  "imports.listQuotes": left,
  "portfolios.listRequests": left,
  "settings.listVersions": left,
  "staffDesk.listTasks": left,
  "staffDesk.listProposals": left,
  "staffDesk.getProposal": left,
  "staffDesk.listViews": left,
  "staffDesk.listColleagues": left,
  "staffDesk.listJobs": left,
  "staffDesk.getTimeline": left,
};
