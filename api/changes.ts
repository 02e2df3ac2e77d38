/** Which answers a writing call makes stale in the browser that made it; other browsers follow the events of api/events.ts. */
import { staleByEvent } from "./events.ts";
import type { Holder } from "./shapes.ts";
import type { InputOf, StaleCalls, WritingCall } from "./stale-calls.ts";

/** Calls that change nothing shown on a page, or only what their own page updates itself. */
type Silent =
  | `sessions.${"logout" | "requestValidation" | "checkValidation" | "register" | "login" | "verify" | "resetPassword"}`
  | `sessions.${"beginPasskeySignIn" | "verifyPasskey" | "beginAuthenticator" | "beginPasskey"}`
  | `users.${"setPreferences" | "setLastCompany"}`
  | `forms.${"create" | "snapshot"}`
  | `files.${"upload" | "remove"}`
  | `uploads.${"create" | "append" | "finish" | "remove"}`
  | "documents.markOpened"
  | `contracts.${"preview" | "previewText" | "markOpened" | "requestCode" | "previewBulk"}`
  | "portfolios.requestWithdrawalCode"
  | "bankAccounts.requestCode"
  | "tickets.showTyping"
  | `chats.${"showTyping" | "showPresence"}`
  | `viewAs.${"begin" | "end"}`
  | "notifications.sendToGroup"
  | "settings.uploadLogo"
  | `analytics.${"recordSignIn" | "fetch" | "exportRows"}`;

const user = (holderId: number): Holder => ({ holderType: "user", holderId });
const company = (holderId: number): Holder => ({ holderType: "company", holderId });

/** Everything that shows a holder's state, name, number or assigned colleague to staff. */
const holder = (changed: Holder): StaleCalls => ({
  ...staleByEvent("holder:state", changed),
  "users.list": {},
  "companies.list": {},
  "forms.list": {},
  "colleagues.list": {},
});
const numbered = (changed: Holder): StaleCalls => ({
  ...holder(changed),
  "portfolios.getPortfolio": { params: changed },
});

const factors = ({ params: { id } }: { params: { id: number } }): StaleCalls => ({
  "sessions.listFactors": { params: { id } },
});
const ownSessions = ({ params: { id } }: { params: { id: number } }): StaleCalls => ({
  "sessions.listSessions": { params: { id } },
});
const ownCompanies = (userId: number): StaleCalls => ({
  "companies.listOwn": { params: { userId } },
  "companies.getStartedState": { params: { userId } },
});
const orders = ({ params: { holderType, holderId } }: { params: Holder }): StaleCalls => ({
  "portfolios.listOrders": { params: { holderType, holderId } },
});
const payments = (input: { params: Holder }): StaleCalls => ({
  ...orders(input),
  ...staleByEvent("money:changed", { holderType: input.params.holderType, holderId: input.params.holderId }),
});
/** Another request may have lost a candidate. */
const matched = (): StaleCalls => ({ "portfolios.listRequests": {}, "portfolios.listCandidates": {} });
const documentsOf = ({ params: { holderType, holderId } }: { params: Holder }): StaleCalls =>
  staleByEvent("documents:changed", { holderType, holderId });
const contractsOf = ({ params: { holderType, holderId } }: { params: Holder }): StaleCalls =>
  staleByEvent("contract", { holderType, holderId });
const ticketsOf = ({ params: { holderType, holderId } }: { params: Holder }): StaleCalls => {
  const params = { holderType, holderId };
  return { "tickets.list": { params }, "tickets.get": { params }, "tickets.listComments": { params }, ...ticketLists };
};
/** The calls of a person open a ticket of theirs. */
const ownTickets = ({ params: { id } }: { params: { id: number } }): StaleCalls => ({
  "tickets.list": { params: user(id) },
  ...ticketLists,
});
const ticketLists: StaleCalls = { "tickets.listAll": {}, "timeline.get": {} };
/** The calls name only the ticket. */
const tickets = (): StaleCalls => ({
  "tickets.list": {},
  "tickets.get": {},
  "tickets.listComments": {},
  ...ticketLists,
});
const chatOf = ({ params: { holderType, holderId } }: { params: Holder }): StaleCalls => ({
  "chats.getUnread": { params: { holderType, holderId } },
  "chats.list": {},
});
const deskOf = ({ params: { holderType, holderId } }: { params: Holder }): StaleCalls =>
  staleByEvent("chat:changed", { holderType, holderId });
const accountsOf = ({ params: { holderType, holderId } }: { params: Holder }): StaleCalls => ({
  ...staleByEvent("accounts:changed", { holderType, holderId }),
  "proposals.list": {},
});
const templates = (): StaleCalls => ({
  "contracts.listTemplates": {},
  "contracts.listTemplateVersions": {},
  "contracts.listProposable": {},
});
const canned = (): StaleCalls => ({ "cannedAnswers.list": {}, "cannedAnswers.listFor": {} });
const pages = (): StaleCalls => staleByEvent("content:changed", { kind: "page" });
const bulks = (): StaleCalls => ({ "contracts.listBulks": {}, "contracts.getBulk": {} });
const batches = (): StaleCalls => ({ "documents.listBatches": {}, "documents.getBatch": {} });
const groups: StaleCalls = { "distributionGroups.list": {}, "distributionGroups.listOfUser": {}, "users.list": {} };
const definitions = (): StaleCalls => ({
  "funds.listDefinitions": {},
  "funds.listFeaturedDefinitions": {},
  "funds.getDefinition": {},
  "funds.getDefinitionHistory": {},
  "funds.listAllDefinitions": {},
  "funds.openDefinition": {},
  "funds.listDefinitionIds": {},
});
const ofFunds = (): StaleCalls => ({
  "funds.listFunds": {},
  "funds.getFund": {},
  "funds.openFund": {},
  "funds.getFundNavs": {},
  "funds.listExpiringDocuments": {},
  "funds.listNavUploads": {},
  "funds.getNavUpload": {},
});
const joinsOf = ({ params: { holderType, holderId } }: { params: Holder }): StaleCalls =>
  staleByEvent("target:joined", { holderType, holderId });
const oneImport = ({ params: { id } }: { params: { id: number } }): StaleCalls => ({
  "imports.list": {},
  "imports.get": { params: { id } },
  "imports.listQuotes": { params: { id } },
});
const assessed = ({
  params: { holderType, holderId, type, revision },
}: {
  params: InputOf<"forms.getRevision">["params"];
}): StaleCalls => ({ "forms.getRevision": { params: { holderType, holderId, type, revision } } });

export const staleByChange: {
  readonly [Name in Exclude<WritingCall, Silent>]: (input: InputOf<Name>) => StaleCalls;
} = {
  "sessions.changePassword": ownSessions,
  "sessions.endSession": ownSessions,
  "sessions.endOtherSessions": ownSessions,
  "sessions.requireOwnFactor": factors,
  "sessions.makeRecoveryCodes": factors,
  "sessions.confirmAuthenticator": factors,
  "sessions.removeAuthenticator": factors,
  "sessions.confirmPasskey": factors,
  "sessions.removePasskey": factors,

  "users.setName": ({ params: { id } }) => holder(user(id)),
  "users.setClientNumber": ({ params: { id } }) => numbered(user(id)),
  "users.modifyState": ({ params: { id } }) => holder(user(id)),
  "users.resetFactors": ({ params: { id } }) => holder(user(id)),
  "users.setRole": ({ params: { id } }) => holder(user(id)),
  "users.assign": ({ params: { id } }) => holder(user(id)),
  "users.setClientData": ({ params: { id } }) => ({
    "users.get": { params: { id } },
    "timeline.get": { params: user(id) },
  }),
  "users.editRepresentations": ({ params: { id } }) => ({ ...holder(user(id)), "companies.get": {} }),
  "distributionGroups.setOfUser": () => groups,
  "distributionGroups.rename": () => groups,
  "distributionGroups.remove": () => groups,

  "companies.create": ({ params: { userId } }) => ownCompanies(userId),
  "companies.requestUpdate": ({ params: { id } }) => ({ ...holder(company(id)), "companies.listOwn": {} }),
  "companies.setClientNumber": ({ params: { id } }) => numbered(company(id)),
  "companies.modifyState": ({ params: { id } }) => holder(company(id)),
  "companies.assign": ({ params: { id } }) => holder(company(id)),
  "companies.editRepresentatives": ({ params: { id } }) => ({
    ...holder(company(id)),
    "users.get": {},
    "companies.listOwn": {},
  }),

  // Before submission a company's name comes from its draft.
  "forms.save": ({ params: { holderType } }) => (holderType === "company" ? { "companies.listOwn": {} } : {}),
  "forms.discardCompanyForm": ({ params: { id } }) => ownCompanies(id),
  "forms.addRemark": assessed,
  "forms.withdrawRemark": assessed,
  "forms.acceptStep": assessed,

  "documents.add": documentsOf,
  "documents.addVersion": documentsOf,
  "documents.correct": documentsOf,
  // The calls name only the document.
  "documents.remove": () => ({ "documents.list": {}, "documents.get": {}, "timeline.get": {} }),
  "documents.restore": () => ({ "documents.list": {}, "documents.get": {}, "timeline.get": {} }),
  "documents.ask": documentsOf,
  "documents.closeRequest": documentsOf,
  "documents.startBatch": batches,
  "documents.excludeFromBatch": batches,
  "documents.confirmBatch": () => ({ ...batches(), "documents.list": {}, "timeline.get": {} }),
  "documents.discardBatch": batches,
  "chats.send": chatOf,
  "chats.edit": chatOf,
  "chats.remove": chatOf,
  "chats.markRead": chatOf,
  "chats.assign": deskOf,
  "chats.addNote": deskOf,
  "chats.handOver": (input) => ({ ...chatOf(input), ...ticketsOf(input) }),
  "contracts.save": contractsOf,
  "contracts.custom": contractsOf,
  "contracts.fillIn": contractsOf,
  "contracts.sign": contractsOf,
  "contracts.reject": contractsOf,
  "contracts.withdraw": () => ({
    "contracts.list": {},
    "contracts.listAll": {},
    "contracts.get": {},
    "forms.getRevision": {},
    "forms.getStanding": {},
    "timeline.get": {},
  }),
  "content.save": pages,
  "content.publish": pages,
  "content.archive": pages,
  "content.discard": pages,
  "content.restore": pages,
  "contracts.saveTemplate": templates,
  "contracts.useTemplate": templates,
  "contracts.retireTemplate": templates,
  "contracts.startBulk": bulks,
  "contracts.setBulkState": bulks,

  "users.requestSubscription": ownTickets,
  "users.mailAdmins": ownTickets,
  "tickets.create": ticketsOf,
  "tickets.resolve": ticketsOf,
  "tickets.resolveByTitle": ticketsOf,
  "tickets.addComment": ticketsOf,
  "tickets.assign": tickets,
  "tickets.close": tickets,
  "tickets.arrange": () => ({ ...tickets(), "tickets.listTags": {} }),
  "tickets.merge": tickets,
  "tickets.unmerge": tickets,
  "tickets.addMail": () => ({ ...tickets(), "tickets.listMails": {} }),
  "tickets.finishMail": () => ({ "tickets.listMails": {} }),
  "tickets.watch": () => ({ "tickets.get": {}, "tickets.listAll": {} }),

  // Its folder is in the list's query, under the holder's type and id, which the call does not name.
  "sharepoint.upload": () => ({ "sharepoint.list": {}, "timeline.get": {} }),

  "notifications.markSeen": ({ params: { userId } }) => staleByEvent("notification:seen", user(userId)),
  "notifications.remove": () => ({ "notifications.listOfUser": {}, "notifications.listOfCompanies": {} }),
  "notifications.send": ({ params: { holderType, holderId } }) => ({
    "timeline.get": { params: { holderType, holderId } },
  }),

  "portfolios.requestTransaction": payments,
  "portfolios.confirmWithdrawal": payments,
  "portfolios.withdrawRequest": payments,
  "portfolios.handleRequest": () => ({ "portfolios.listRequests": {} }),
  "portfolios.matchRequest": matched,
  "portfolios.unmatchRequest": matched,
  "money.setSigners": ({ params: { holderType, holderId } }) => staleByEvent("money:changed", { holderType, holderId }),

  "bankAccounts.save": accountsOf,
  "bankAccounts.decide": accountsOf,

  "imports.preview": () => ({ "imports.list": {} }),
  "imports.confirm": oneImport,
  "imports.discard": oneImport,
  "imports.acceptQuotes": ({ params: { id } }) => ({ "imports.listQuotes": { params: { id } } }),

  "funds.createDefinition": definitions,
  "funds.saveDefinition": definitions,
  "funds.orderDefinitions": definitions,
  "funds.removeDefinition": definitions,
  "funds.publishDefinition": definitions,
  "funds.archiveDefinition": definitions,
  "funds.restoreDefinition": definitions,
  "funds.discardDefinitionDraft": definitions,
  "funds.featureDefinition": definitions,
  "funds.createFund": ofFunds,
  "funds.saveFund": ofFunds,
  "funds.addFundDocument": ofFunds,
  "funds.removeFundDocument": ofFunds,
  "funds.previewNavs": () => ({ "funds.listNavUploads": {} }),
  "funds.correctNav": () => ({ ...ofFunds(), "funds.getDefinitionHistory": {} }),
  "funds.confirmNavs": () => ({ ...ofFunds(), "funds.getDefinitionHistory": {} }),
  "funds.discardNavs": ofFunds,
  "funds.join": joinsOf,
  "funds.withdrawJoin": joinsOf,
  // The call names only the request, which may be of any holder.
  "funds.decideJoin": () => ({ "funds.listAllJoins": {}, "funds.listJoins": {}, "timeline.get": {} }),

  "settings.save": ({ params: { name } }) => ({
    // After a refusal the page needs what a colleague saved, also if the socket has missed it.
    "settings.get": { params: { name } },
    ...(name === "brand" && { "settings.getStoredBrand": {} }),
    "settings.listVersions": { params: { name: name as "amountBands" } },
    // With four eyes on, some are proposed.
    "proposals.list": {},
  }),
  "cannedAnswers.create": canned,
  "cannedAnswers.change": canned,
  "cannedAnswers.remove": canned,

  "dataFields.create": () => ({ "dataFields.list": {} }),
  "dataFields.remove": () => ({ "dataFields.list": {} }),

  // The call names only the proposal, which may be about any holder or a setting.
  "proposals.decide": () => ({
    "proposals.list": {},
    "proposals.get": {},
    "timeline.get": {},
    "colleagues.list": {},
    "users.get": {},
    "users.list": {},
    "companies.get": {},
    "companies.list": {},
    "settings.get": {},
    "bankAccounts.list": {},
    "bankAccounts.listNew": {},
  }),
  "savedViews.save": ({ params: { list } }) => ({ "savedViews.list": { params: { list } } }),
  "savedViews.remove": ({ params: { list } }) => ({ "savedViews.list": { params: { list } } }),
};
