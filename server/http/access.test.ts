/**
 * Every call × every kind of caller × every kind of holder, generated from the declarations and compared with the table
 * below.
 */
import { api } from "@portico/api";
import { fillPath } from "@portico/api/client.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { delegatedParts } from "@portico/api/rules/delegations.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { arrangeDelegation } from "../domains/delegations/testing/arranged.ts";
import { arrangeReport } from "../domains/reports/testing/arranged.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

const calls = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${domain}.${name}`,
    endpoint,
  })),
);

/**
 * Who may make each call, written independently of the declarations to reveal mistakes in them. `self`, `holder`: the
 * person; after the slash, the staff level that is also allowed; after the plus, the parts of which a delegate may make it.
 */
const decided: Record<string, string> = {
  "sessions.register": "anyone",
  "sessions.login": "anyone",
  "sessions.verify": "anyone",
  "sessions.resendCode": "anyone",
  "sessions.generateReset": "anyone",
  "sessions.resetPassword": "anyone",
  "sessions.logout": "anyone",
  "sessions.beginPasskeySignIn": "anyone",
  "sessions.verifyPasskey": "anyone",
  "sessions.requestValidation": "self",
  "sessions.checkValidation": "self",
  // Each of the reads is authorised by itself: server/http/together.test.ts.
  "sessions.readTogether": "signedIn",
  "sessions.listSessions": "self",
  "sessions.endSession": "self",
  "sessions.endOtherSessions": "self",
  "sessions.changePassword": "self",
  "sessions.listFactors": "self",
  "sessions.requireOwnFactor": "self",
  "sessions.makeRecoveryCodes": "self",
  "sessions.beginAuthenticator": "self",
  "sessions.confirmAuthenticator": "self",
  "sessions.removeAuthenticator": "self",
  "sessions.beginPasskey": "self",
  "sessions.confirmPasskey": "self",
  "sessions.removePasskey": "self",
  // In the firm's portal both answer notFound.
  "demoPortal.look": "anyone",
  "demoPortal.enter": "anyone",
  "demoPortal.get": "admin",
  "demoPortal.load": "admin",
  "demoPortal.remove": "admin",
  "users.getState": "self/internal",
  "users.getClientData": "self/internal",
  "users.setPreferences": "self",
  "users.setName": "self/office",
  "users.list": "internal",
  "users.get": "self/internal",
  "users.setClientNumber": "office",
  "companies.listOwn": "self/internal",
  "companies.create": "self",
  "companies.get": "company/internal",
  "companies.getStartedState": "self/internal",
  "companies.getState": "company/internal",
  "companies.requestUpdate": "company",
  "companies.list": "internal",
  "companies.setClientNumber": "office",
  "companies.modifyState": "company/office",
  "companies.editRepresentatives": "office",
  "companies.assign": "office",
  "users.modifyState": "self/office",
  "users.requestSubscription": "self",
  "users.mailAdmins": "self",
  "users.setClientData": "office",
  "users.setRole": "admin",
  "users.resetFactors": "admin",
  "users.assign": "office",
  "users.editRepresentations": "office",
  "distributionGroups.setOfUser": "office",
  "distributionGroups.listOfUser": "internal",
  "distributionGroups.list": "internal",
  "distributionGroups.rename": "admin",
  "distributionGroups.remove": "admin",
  "users.setLastCompany": "self",
  "users.listAccesses": "self/internal",
  "notifications.listOfUser": "self/internal",
  "notifications.listOfCompanies": "self/internal",
  "notifications.markSeen": "self",
  "notifications.remove": "holder",
  "notifications.send": "office",
  "notifications.sendToGroup": "office",
  "dataFields.list": "internal",
  "dataFields.create": "admin",
  "dataFields.save": "admin",
  "dataFields.remove": "admin",
  "dataFields.listArchived": "internal",
  "dataFields.countValues": "internal",
  "dataFields.restore": "admin",
  "dataQuality.count": "internal",
  "dataQuality.listInstruments": "internal",
  "dataQuality.listRates": "internal",
  "dataQuality.listBelowZero": "internal",
  "dataQuality.listUnnumbered": "internal",
  "dataQuality.listTexts": "internal",
  "settings.foreseeRetention": "admin",
  "content.list": "anyone",
  "content.get": "anyone",
  "content.getPicture": "anyone",
  "content.listAll": "internal",
  "content.listVersions": "internal",
  "content.getVersion": "internal",
  "content.save": "admin",
  "content.publish": "admin",
  "content.archive": "admin",
  "content.discard": "admin",
  "content.restore": "admin",
  "bulkChanges.preview": "office",
  "bulkChanges.make": "office",
  "bulkChanges.undo": "office",
  "workClaims.list": "internal",
  "workClaims.claim": "office",
  "workClaims.release": "office",
  "cannedAnswers.list": "internal",
  "cannedAnswers.listFor": "internal",
  "cannedAnswers.create": "office",
  "cannedAnswers.change": "office",
  "cannedAnswers.remove": "office",
  "chats.getHours": "signedIn",
  "chats.open": "holder/internal",
  "chats.listOlder": "holder/internal",
  "chats.listChanges": "holder/internal",
  "chats.search": "holder/internal",
  "chats.getUnread": "holder/internal",
  "chats.getTranscript": "holder/internal",
  "chats.send": "holder/internal",
  "chats.edit": "holder/internal",
  "chats.remove": "holder/internal",
  "chats.markRead": "holder/internal",
  "chats.showTyping": "holder/internal",
  "chats.showPresence": "holder/internal",
  "chats.list": "internal",
  "chats.searchAll": "internal",
  "chats.assign": "office",
  "chats.handOver": "internal",
  "chats.listNotes": "internal",
  "chats.addNote": "internal",
  "proposals.list": "office",
  "imports.listQuotes": "internal",
  "imports.acceptQuotes": "office",
  "proposals.get": "office",
  "proposals.decide": "office",
  "savedViews.list": "internal",
  "savedViews.save": "internal",
  "savedViews.take": "office",
  "savedViews.remove": "internal",
  "colleagues.list": "internal",
  "colleagues.listPeople": "admin",
  "dataExports.create": "office",
  "dataExports.list": "office",
  "dataExports.get": "office",
  "dataExports.cancel": "office",
  "dataExports.download": "office",
  "dataRights.get": "internal",
  "dataRights.listHolds": "admin",
  "dataRights.placeHold": "office",
  "dataRights.liftHold": "office",
  "dataRights.askArchive": "office",
  "dataRights.previewErasure": "internal",
  "dataRights.askErasure": "admin",
  "dataRights.downloadArchive": "office",
  "search.find": "internal",
  "workload.list": "internal",
  "workload.getDesk": "internal",
  "delegations.list": "holder/internal",
  "delegations.invite": "holder",
  "delegations.end": "holder",
  "machines.list": "admin",
  "machines.make": "admin",
  "machines.approve": "admin",
  "machines.decline": "admin",
  "machines.revoke": "admin",
  "machines.rotate": "admin",
  "machines.takeOver": "admin",
  "mandates.get": "holder/internal",
  "mandates.listRecords": "internal",
  "mandates.record": "office",
  "mandates.withdrawRecord": "office",
  "mandates.listFlags": "holder/internal",
  "mandates.recordFlag": "office",
  "mandates.withdrawFlag": "office",
  "mandates.previewFile": "office",
  "mandates.storeFile": "office",
  "mandates.listNotices": "holder/internal",
  "mandates.listAllNotices": "internal",
  "mandates.listUnknownFalls": "internal",
  "mandates.listLeveraged": "internal",
  "mandates.setLeveraged": "office",
  "corporateActions.list": "internal",
  "corporateActions.get": "internal",
  "corporateActions.create": "office",
  "corporateActions.change": "office",
  "corporateActions.confirm": "office",
  "corporateActions.cancel": "office",
  "corporateActions.preview": "office",
  "corporateActions.listHolders": "internal",
  "corporateActions.decide": "office",
  "corporateActions.start": "office",
  "corporateActions.drop": "office",
  "corporateActions.listElections": "internal",
  "corporateActions.recordElection": "office",
  "corporateActions.listOwn": "holder/internal+reports",
  "corporateActions.elect": "holder",
  // By the secret of the invitation: server/domains/delegations/delegations.test.ts.
  "delegations.readInvitation": "signedIn",
  "delegations.accept": "signedIn",
  "delegations.listOwn": "self",
  "delegations.giveUp": "self",
  "timeline.get": "internal",
  "viewAs.begin": "internal",
  "viewAs.end": "internal",
  "identity.listProviders": "anyone",
  "identity.beginSignIn": "anyone",
  "identity.signOut": "anyone",
  "identity.finishSignIn": "anyone",
  "identity.get": "admin",
  "identity.saveSecret": "admin",
  "identity.beginTest": "admin",
  "identity.finishTest": "admin",
  "identity.confirmLink": "admin",
  "identity.removeAccount": "admin",
  "identity.handOver": "admin",
  "identity.makeScimToken": "admin",
  "clientImports.list": "admin",
  "clientImports.preview": "admin",
  "clientImports.get": "admin",
  "clientImports.listLines": "admin",
  "clientImports.getFaults": "admin",
  "clientImports.getTemplate": "admin",
  "clientImports.decide": "admin",
  "clientImports.move": "admin",
  "clientImports.listInvitations": "admin",
  "clientImports.invite": "admin",
  "clientImports.takeBack": "admin",
  "clientImports.correctEmail": "admin",
  "invitations.list": "admin",
  "invitations.invite": "admin",
  "invitations.repeat": "admin",
  "invitations.revoke": "admin",
  "jobs.list": "admin",
  "jobs.listRuns": "admin",
  "jobs.run": "admin",
  "jobs.processes": "admin",
  "forms.create": "holder/office",
  "forms.get": "holder/internal",
  "forms.getStanding": "holder/internal",
  "forms.save": "holder/office",
  "forms.snapshot": "holder/office",
  "forms.check": "holder/internal",
  "forms.getPersons": "self",
  "forms.discardCompanyForm": "self",
  "forms.listSubmitted": "holder/internal",
  "forms.getSubmitted": "holder/internal",
  "forms.list": "internal",
  "forms.listRevisions": "internal",
  "forms.getRevision": "internal",
  "forms.addRemark": "office",
  "forms.withdrawRemark": "office",
  "forms.acceptStep": "office",
  "forms.acceptSteps": "office",
  "files.upload": "holder/office",
  "files.describe": "holder/internal",
  "files.download": "holder/internal+documents",
  "files.remove": "holder/office",
  "documents.listTypes": "signedIn",
  "documents.add": "holder/office",
  "documents.get": "holder/internal+documents",
  "documents.list": "holder/internal+documents",
  "documents.zip": "holder/internal+documents",
  "documents.getThumbnail": "holder/internal+documents",
  "documents.addVersion": "holder/office",
  "documents.correct": "office",
  "documents.markOpened": "holder",
  // Its path names no holder: the service finds out whose document it is (server/http/privacy.test.ts).
  "documents.remove": "signedIn",
  "documents.restore": "office",
  "documents.listRequests": "holder/internal",
  "documents.ask": "office",
  "documents.listRounds": "internal",
  "documents.getRound": "internal",
  "documents.remindRound": "office",
  "documents.cancelRound": "office",
  "documents.closeRequest": "office",
  "documents.startBatch": "office",
  "documents.listBatches": "internal",
  "documents.getBatch": "internal",
  "documents.excludeFromBatch": "office",
  "documents.confirmBatch": "office",
  "documents.discardBatch": "office",
  "uploads.getRoom": "holder/internal",
  "uploads.create": "holder/office",
  "uploads.get": "holder/office",
  "uploads.append": "holder/office",
  "uploads.finish": "holder/office",
  "uploads.remove": "holder/office",
  // Their paths name no holder either: server/domains/sharepoint/sharepoint.test.ts.
  "setUp.get": "admin",
  "setUp.check": "admin",
  "setUp.listTexts": "admin",
  "setUp.acceptTexts": "admin",
  "setUp.sendTestMail": "admin",
  "setUp.confirmTestMail": "admin",
  "sharepoint.list": "signedIn",
  "sharepoint.download": "signedIn",
  "sharepoint.upload": "signedIn",
  "contracts.listTemplates": "internal",
  "contracts.getStartingTemplate": "internal",
  "contracts.listTemplateVersions": "internal",
  "contracts.listPlaceholders": "internal",
  "contracts.saveTemplate": "office",
  "contracts.useTemplate": "office",
  "contracts.retireTemplate": "office",
  "contracts.previewBatch": "office",
  "contracts.startBatch": "office",
  "contracts.listBatches": "internal",
  "contracts.getBatch": "internal",
  "contracts.setBatchState": "office",
  "contracts.listAll": "internal",
  "contracts.list": "holder/internal",
  "contracts.get": "holder/internal",
  "contracts.listProposable": "holder/internal",
  "contracts.preview": "holder/office",
  "contracts.save": "holder/office",
  "contracts.custom": "office",
  "contracts.previewText": "office",
  "contracts.fillIn": "holder",
  "contracts.markOpened": "holder",
  "contracts.requestCode": "holder",
  "contracts.sign": "holder/office",
  "contracts.reject": "holder/office",
  // Like documents.remove.
  "contracts.withdraw": "signedIn",
  "contracts.evidence": "holder/internal",
  "tickets.listTopics": "signedIn",
  "tickets.listTags": "internal",
  "tickets.create": "holder/internal",
  "tickets.list": "holder/internal",
  "tickets.listAll": "internal",
  "tickets.report": "admin",
  "tickets.listLate": "admin",
  "tickets.get": "holder/internal",
  "tickets.resolve": "holder/internal",
  "tickets.resolveByTitle": "holder/internal",
  "tickets.assign": "office",
  "tickets.claim": "office",
  "tickets.close": "internal",
  "tickets.arrange": "internal",
  "tickets.merge": "internal",
  "tickets.unmerge": "internal",
  "tickets.watch": "internal",
  "tickets.showTyping": "internal",
  "tickets.addComment": "holder/internal",
  "tickets.listComments": "holder/internal",
  "tickets.getMail": "holder/internal",
  "tickets.listMails": "internal",
  "tickets.addMail": "internal",
  "tickets.finishMail": "internal",
  "announcements.list": "internal",
  "audit.list": "admin",
  "compliance.listExpiring": "admin",
  "compliance.listYoungWithdrawals": "admin",
  "compliance.listMails": "admin",
  "audit.verify": "admin",
  "audit.getProof": "admin",
  "announcements.preview": "office",
  "announcements.listUploads": "internal",
  "announcements.getUpload": "internal",
  "announcements.confirm": "office",
  "announcements.discard": "office",
  "announcements.withdraw": "office",
  "custodians.list": "internal",
  "custodians.create": "admin",
  "custodians.save": "admin",
  "custodians.end": "admin",
  "custodians.restore": "admin",
  "custodians.listCodes": "internal",
  "custodians.saveCodes": "office",
  "custodians.listAccounts": "internal",
  "custodians.linkAccount": "office",
  "custodians.markAccount": "office",
  "custodians.endAccount": "office",
  "custodians.listUnknownAccounts": "internal",
  "reconciliation.listDays": "internal",
  "reconciliation.listBreaks": "internal",
  "reconciliation.takeBreak": "office",
  "reconciliation.noteBreak": "office",
  "reconciliation.explainBreak": "office",
  "reconciliation.listAgreed": "holder/internal",
  "benchmarks.listOffered": "holder/internal",
  "benchmarks.list": "internal",
  "benchmarks.open": "internal",
  "benchmarks.create": "admin",
  "benchmarks.save": "admin",
  "benchmarks.end": "admin",
  "benchmarks.restore": "admin",
  "benchmarks.assign": "office",
  "benchmarks.unassign": "office",
  "benchmarks.listValues": "internal",
  "benchmarks.previewValues": "office",
  "benchmarks.listUploads": "internal",
  "benchmarks.getUpload": "internal",
  "benchmarks.confirmValues": "office",
  "benchmarks.discardValues": "office",
  "screening.listCandidates": "office",
  "screening.getCandidate": "office",
  "screening.decide": "office",
  "screening.ofHolder": "office",
  "screening.screenNow": "office",
  "screening.listLists": "office",
  "screening.previewList": "admin",
  "screening.getList": "office",
  "screening.downloadList": "office",
  "screening.takeList": "admin",
  "screening.discardList": "admin",
  "centralBanks.list": "internal",
  "centralBanks.previewArchive": "office",
  "centralBanks.listUploads": "internal",
  "centralBanks.getUpload": "internal",
  "centralBanks.confirmArchive": "office",
  "centralBanks.discardArchive": "office",
  "webhooks.list": "admin",
  "webhooks.makeSecret": "admin",
  "webhooks.endFormerSecret": "admin",
  "webhooks.pause": "admin",
  "webhooks.resume": "admin",
  "webhooks.dropWaiting": "admin",
  "webhooks.remove": "admin",
  "webhooks.test": "admin",
  "webhooks.listDeliveries": "admin",
  "webhooks.getDelivery": "admin",
  "webhooks.sendAgain": "admin",
  "pickups.list": "internal",
  "pickups.listFiles": "internal",
  "pickups.test": "admin",
  "pickups.saveSecret": "admin",
  "pickups.look": "office",
  "pickups.readAgain": "office",
  "pickups.setAside": "office",
  "ownership.listOwn": "self/internal",
  "ownership.list": "internal",
  "ownership.confirm": "office",
  "ownership.correct": "office",
  "ownership.remove": "office",
  "portfolios.getPortfolio": "holder/internal",
  "portfolios.getVersion": "holder/internal",
  "portfolios.listOrders": "holder/internal",
  "portfolios.listTransactions": "holder/internal",
  "portfolios.getPerformance": "holder/internal",
  "portfolios.getSales": "holder/internal",
  "portfolios.getResults": "holder/internal",
  "portfolios.getProof": "holder/internal",
  "portfolios.getConsolidated": "self/internal",
  "portfolios.getConsolidatedResults": "self/internal",
  "portfolios.getAsOf": "internal",
  "portfolios.getRisk": "holder/internal",
  "portfolios.getMonthlyReturns": "holder/internal",
  "portfolios.getAttribution": "holder/internal",
  "portfolios.getIncome": "holder/internal",
  "portfolios.getCustody": "holder/internal",
  "portfolios.getMarks": "holder/internal",
  "portfolios.getHolding": "holder/internal",
  "portfolios.getHoldingReturn": "holder/internal",
  "portfolios.getExpectedIncome": "holder/internal",
  "reports.ask": "holder/internal",
  "reports.list": "holder/internal+reports,tax",
  // Of a row that names its holder.
  "reports.listSubscriptions": "holder/internal",
  "reports.subscribe": "holder",
  "reports.unsubscribe": "holder",
  "reports.askForStatement": "holder",
  "reports.listStatementOpenings": "internal",
  "reports.get": "holder/internal+reports",
  "reports.getPdf": "holder/internal+reports",
  "reports.getXlsx": "holder/internal+reports",
  "reports.getCsv": "holder/internal+reports",
  "reportRuns.preview": "office",
  "reportRuns.sample": "office",
  "reportRuns.create": "office",
  "reportRuns.list": "internal",
  "reportRuns.get": "internal",
  "reportRuns.listAddressees": "internal",
  "reportRuns.move": "office",
  "reportRuns.retry": "office",
  "reportRuns.allowGaps": "office",
  "reportRuns.getProofXlsx": "office",
  "reportRuns.getProofCsv": "office",
  "reportRuns.listSchedules": "internal",
  "reportRuns.createSchedule": "office",
  "reportRuns.switchSchedule": "office",
  "reportRuns.listOfHolder": "internal",
  "reportRuns.getProof": "internal",
  "reports.listOwnCosts": "internal",
  "reports.saveOwnCosts": "office",
  "reports.withdrawOwnCosts": "office",
  "reports.previewOwnCosts": "office",
  "reports.importOwnCosts": "office",
  "portfolios.listInstruments": "internal",
  "portfolios.saveInstrumentFacts": "office",
  "payments.requestTransaction": "holder",
  "payments.withdrawRequest": "holder",
  "payments.requestWithdrawalCode": "holder",
  "payments.confirmWithdrawal": "holder",
  "payments.listRequests": "internal",
  "payments.handleRequest": "office",
  "payments.listCandidates": "internal",
  "payments.matchRequest": "office",
  "payments.unmatchRequest": "office",
  "payments.matchFee": "office",
  "payments.listUnexplained": "internal",
  "payments.clearUnexplained": "office",
  "payments.listPayable": "office",
  "payments.listPaymentFiles": "internal",
  "payments.listFilePayments": "internal",
  "payments.preparePaymentFile": "office",
  "payments.releasePaymentFile": "office",
  "payments.cancelPaymentFile": "office",
  "payments.downloadPaymentFile": "office",
  "payments.listBankEntries": "internal",
  "payments.assignBankEntry": "office",
  "payments.keepBankEntry": "office",
  "payments.reopenBankEntry": "office",
  "payments.getCash": "holder/internal",
  "payments.listMovements": "holder/internal",
  "payments.listMovementKinds": "holder/internal",
  "payments.getPaymentCode": "holder/internal",
  "payments.listRates": "signedIn",
  "payments.setSigners": "office",
  "payments.listAccounts": "holder/internal",
  "payments.saveAccounts": "holder/office",
  "payments.requestAccountsCode": "holder/office",
  "payments.decideAccount": "office",
  "payments.listNewAccounts": "internal",
  "imports.preview": "office",
  "imports.previewArchive": "office",
  "imports.confirm": "office",
  "imports.discard": "office",
  "imports.answer": "office",
  "importMappings.list": "internal",
  "importMappings.get": "internal",
  "importMappings.create": "office",
  "importMappings.change": "office",
  "importMappings.retire": "office",
  "importMappings.restore": "office",
  "importMappings.try": "office",
  "imports.get": "internal",
  "imports.list": "internal",
  "marketData.findInstruments": "signedIn",
  "funds.listDefinitions": "anyone",
  "funds.listFeaturedDefinitions": "anyone",
  "funds.getDefinition": "anyone",
  "funds.getDefinitionHistory": "anyone",
  "funds.getDefinitionDocument": "anyone",
  "funds.createDefinition": "admin",
  "funds.saveDefinition": "admin",
  "funds.orderDefinitions": "admin",
  "funds.removeDefinition": "admin",
  "funds.publishDefinition": "admin",
  "funds.archiveDefinition": "admin",
  "funds.restoreDefinition": "admin",
  "funds.discardDefinitionDraft": "admin",
  "funds.featureDefinition": "admin",
  "funds.createFund": "admin",
  "funds.saveFund": "admin",
  "funds.listAllDefinitions": "internal",
  "funds.openDefinition": "internal",
  "funds.listDefinitionIds": "internal",
  "funds.openFund": "internal",
  "funds.listExpiringDocuments": "internal",
  "funds.getNavUpload": "internal",
  "funds.listNavUploads": "internal",
  "funds.listAllJoins": "internal",
  "funds.listFunds": "signedIn",
  "funds.getFund": "signedIn",
  "funds.getFundNavs": "signedIn",
  "funds.getFundDocument": "signedIn",
  "funds.addFundDocument": "office",
  "funds.removeFundDocument": "office",
  "funds.previewNavs": "office",
  "funds.confirmNavs": "office",
  "funds.correctNav": "office",
  "funds.discardNavs": "office",
  "funds.decideJoin": "office",
  "funds.getFit": "holder/internal",
  "funds.listJoins": "holder/internal",
  "funds.join": "holder",
  "funds.withdrawJoin": "holder",
  "settings.getForexRates": "anyone",
  "settings.getBrand": "anyone",
  "settings.getLogo": "anyone",
  "verification.get": "anyone",
  "verification.getCertificate": "anyone",
  "verification.getPage": "anyone",
  "settings.uploadLogo": "admin",
  "settings.getCalendar": "anyone",
  "settings.getStoredBrand": "internal",
  "settings.getServices": "signedIn",
  "settings.getDocuments": "signedIn",
  "settings.listVersions": "internal",
  "settings.listHistory": "internal",
  "settings.getFormer": "admin",
  "settings.listMailTexts": "internal",
  "settings.previewMail": "admin",
  "settings.sendTestMail": "admin",
  "settings.get": "internal",
  "settings.save": "admin",
  "countries.getVisitorCountry": "anyone",
  "countries.get": "anyone",
  "analytics.recordSignIn": "self",
  "analytics.fetch": "admin",
  "analytics.getFigures": "admin",
  "analytics.exportRows": "admin",
  "analytics.listOwn": "self/admin",
};
const levels: Record<string, readonly string[]> = {
  internal: ["internal", "office", "admin"],
  office: ["office", "admin"],
  admin: ["admin"],
};

const callers = [
  "nobody",
  "client",
  "otherClient",
  "representative",
  "formerRepresentative",
  "internal",
  "office",
  "admin",
  "disabled",
  "expired",
  "reportsDelegate",
  "taxDelegate",
  "documentsDelegate",
  "formerDelegate",
  "endedDelegate",
  "invitedDelegate",
  "othersDelegate",
] as const;
type Caller = (typeof callers)[number];
const holders = ["user", "company"] as const;

let company = 0;
/** A report of each kind of holder. */
const reports = { user: 0, company: 0 };
const taxReports = { user: 0, company: 0 };
let app: TestApp;
const users = {} as Record<Exclude<Caller, "nobody">, TestUser>;

beforeAll(async () => {
  app = await createTestApp();
  users.client = await app.as("client", { clientNumber: "A1" });
  for (const role of ["internal", "office", "admin"] as const) users[role] = await app.as(role);
  for (const name of ["otherClient", "representative", "formerRepresentative"] as const)
    users[name] = await app.as("client");
  for (const name of callers) if (name.endsWith("Delegate")) users[name as keyof typeof users] = await app.as("client");
  users.disabled = await app.as("client", { state: "disabled" });
  users.expired = await app.as("client");
  const { db } = app.database;
  await db
    .updateTable("session")
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where("user_id", "=", users.expired.id)
    .execute();
  const creator = await app.as("client");
  ({ id: company } = await db
    .insertInto("company")
    .values({ creator_id: creator.id, name: "Held Ltd", state: "postKYC", reviewed_on: "2026-01-01" })
    .returning("id")
    .executeTakeFirstOrThrow());
  await db
    .insertInto("representation")
    .values([
      { user_id: users.representative.id, company_id: company },
      { user_id: users.formerRepresentative.id, company_id: company, valid_from: "2020-01-01", valid_to: "2020-12-31" },
    ])
    .execute();
  for (const holder of holders) {
    const of = { holderType: holder, holderId: holder === "user" ? users.client.id : company };
    reports[holder] = await arrangeReport(db, of);
    taxReports[holder] = await arrangeReport(db, of, "taxPL");
    for (const part of delegatedParts) await arrangeDelegation(db, of, users[`${part}Delegate`], { parts: [part] });
    const parts = delegatedParts;
    await arrangeDelegation(db, of, users.formerDelegate, { parts, validTo: "2025-12-31" });
    await arrangeDelegation(db, of, users.endedDelegate, { parts, ended: true });
    await arrangeDelegation(db, of, users.invitedDelegate, { parts, accepted: false });
    const other = { holderType: "user", holderId: users.otherClient.id } as const;
    await arrangeDelegation(db, other, users.othersDelegate, { parts });
  }
});
afterAll(() => app.close());

/** Parameters that name the subject; the others only have to be valid. */
const paramsOf = (holder: (typeof holders)[number], access?: Endpoint["access"]) => ({
  id: access?.kind === "owner" ? reports[holder] : holder === "user" ? users.client.id : company,
  userId: users.client.id,
  holderType: holder,
  holderId: holder === "user" ? users.client.id : company,
  email: "nobody@test.example",
  sessionId: 999_999,
  passkeyId: 999_999,
  requestId: 999_999,
  type: holder === "user" ? "KYC" : "companyKYC",
  revision: 1,
  remarkId: 999_999,
  proposalId: 999_999,
  viewId: 999_999,
  viewAsId: 999_999,
  fileId: 999_999,
  accountId: 999_999,
  delegationId: 999_999,
  subscriptionId: 999_999,
  recordId: 999_999,
  flagId: 999_999,
  holdId: 999_999,
  archiveId: 999_999,
  docId: 999_999,
  documentId: 999_999,
  definitionId: 999_999,
  joinId: 999_999,
  assignmentId: 999_999,
  uploadId: 999_999,
  batchId: 999_999,
  offset: 0,
  version: 1,
  bulkChangeId: 999_999,
  kind: "request",
  itemId: 999_999,
  list: "users",
  figure: "currentValue",
  from: "2026-01-01",
  to: "2026-01-31",
  day: "2026-01-31",
  name: "portalRules",
  page: "fees",
  picture: "0".repeat(64),
});

/** The status that the access check alone answers; null if it lets the call through. */
function expected(rule: string, caller: Caller, holder: (typeof holders)[number]): number | null {
  const [decision = "", delegates = ""] = rule.split("+");
  const [who = "", staff] = decision.split("/");
  if (who === "anyone") return null;
  if (caller === "nobody" || caller === "disabled" || caller === "expired") return 401;
  if (who === "signedIn") return null;
  const isStaff = caller === "internal" || caller === "office" || caller === "admin";
  if (who in levels) return levels[who]?.includes(caller) ? null : 403;
  const own = holder === "user" ? caller === "client" : caller === "representative";
  if (own) return null;
  if (staff && levels[staff]?.includes(caller)) return null;
  if (delegates.split(",").some((part) => caller === `${part}Delegate`)) return null;
  return isStaff ? 403 : 404;
}

test("every call has its row in the decisions, and none that is gone", () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(decided).toSorted());
});

/** The kinds of holder that a call's path can name. */
const holdersOf = ({ access }: Endpoint): readonly (typeof holders)[number][] => {
  if (access.kind === "holder" || access.kind === "owner") return holders;
  return access.kind === "company" ? ["company"] : ["user"];
};

/** A body that no call accepts: calls that pass the access check stop at validation, before anything changes. */
const unfit = { unfit: true };

for (const { name, endpoint } of calls)
  test(`${name}: ${decided[name]}`, async () => {
    for (const holder of holdersOf(endpoint))
      for (const caller of callers) {
        const answer = await app.app.inject({
          method: endpoint.method,
          url: fillPath(
            endpoint.path,
            paramsOf(holder, endpoint.access),
            name === "marketData.findInstruments" ? { search: "x" } : {},
          ),
          headers: caller === "nobody" ? {} : { authorization: `Bearer ${users[caller].token}` },
          ...(endpoint.body && { payload: unfit }),
        });
        const cell = `${name} × ${caller} × ${holder}: ${answer.statusCode} ${answer.body.slice(0, 60)}`;
        const wanted = expected(decided[name] ?? "", caller, holder);
        if (wanted !== null)
          expect(cell).toBe(
            `${name} × ${caller} × ${holder}: ${wanted} ${{ 401: "unauthenticated", 403: "forbidden", 404: "notFound" }[wanted]}`,
          );
        else if (endpoint.body) expect(answer.statusCode, cell).toBe(400);
        else expect([401, 403, 500], cell).not.toContain(answer.statusCode);
        // Ending the session is a call too, but the session is needed for the other cases.
        if (name.startsWith("sessions.end"))
          await app.database.db.updateTable("session").set({ ended_at: null }).execute();
      }
  });

test("the tax reports of a holder are for delegates with that part", async () => {
  for (const holder of holders)
    for (const file of ["", "/pdf", "/xlsx", "/csv"]) {
      const statusFor = async (caller: Exclude<Caller, "nobody">, id: number) => {
        const headers = { authorization: `Bearer ${users[caller].token}` };
        return (await app.app.inject({ url: `/report/${id}${file}`, headers })).statusCode;
      };
      expect(await statusFor("reportsDelegate", taxReports[holder])).toBe(404);
      expect(await statusFor("taxDelegate", reports[holder])).toBe(404);
      expect([403, 404]).not.toContain(await statusFor("taxDelegate", taxReports[holder]));
      for (const caller of ["documentsDelegate", "formerDelegate", "endedDelegate", "othersDelegate"] as const)
        expect(await statusFor(caller, taxReports[holder])).toBe(404);
    }
});

test("whoever may not know of a holder cannot tell it from one that does not exist, to the byte", async () => {
  const headers = { authorization: `Bearer ${users.otherClient.token}` };
  const foreign = await app.app.inject({ url: `/user/${users.client.id}/state`, headers });
  const missing = await app.app.inject({ url: "/user/999999/state", headers });
  expect([foreign.statusCode, foreign.body]).toEqual([missing.statusCode, missing.body]);
  const strip = ({ date: _date, ...rest }: Record<string, unknown>) => rest;
  expect(strip(foreign.headers)).toEqual(strip(missing.headers));
});

test("staff's access to a holder is logged", async () => {
  await users.internal.client.users.getState({ params: { id: users.client.id } });
  const rows = await app.database.db
    .selectFrom("audit_entry")
    .select(["action", "after"])
    .where("subject_type", "=", "user")
    .where("subject_id", "=", String(users.client.id))
    .where("action", "=", "holder.accessedByStaff")
    .execute();
  expect(rows.map(({ after }) => after)).toContainEqual({ call: "users.getState" });
});
