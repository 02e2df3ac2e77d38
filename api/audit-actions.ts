/** Every action of the audit log: its subject, the fields it records, and its wording. Without zod, because pages load it. */

/** The subject of an entry; `holder` is a person or a company. */
export type AuditSubject =
  | "holder"
  | "user"
  | "company"
  | "group"
  | "contractTemplate"
  | "content"
  | "setting"
  | "dataField"
  | "transactionRequest"
  | "cannedAnswer"
  | "mail"
  | "import"
  | "documentBatch"
  | "definition"
  | "fund"
  | "analytics"
  | "retention"
  | "audit";

export interface AuditDeclaration {
  subject: AuditSubject;
  /** Fields recorded with their old value; `any` for free data. */
  before?: readonly string[] | "any";
  /** Fields recorded with their new value. */
  after?: readonly string[] | "any";
  /** Key of the wording, after `admin.timeline.` */
  text: string;
  /** Written by earlier versions only: the entries stay readable. */
  former?: true;
}

const imported = ["kind", "fileName", "state", "rows", "newRows", "knownRows", "refusedRows"] as const;
const navFile = [
  "upload",
  "fileName",
  "state",
  "rows",
  "newRows",
  "knownRows",
  "refusedRows",
  "correctedRows",
] as const;
const erased = ["rows", "auditEntries", "files"] as const;
const remark = ["revision", "remark", "path", "audience"] as const;
const account = [
  "account",
  "number",
  "currency",
  "owner",
  "name",
  "bic",
  "bank",
  "country",
  "isDefault",
  "state",
  "usableFrom",
  "nameCheck",
  "form",
] as const;
const proposed = { subject: "holder", before: "any", after: "any" } as const;

export const auditActions = {
  "user.registered": { subject: "user", after: ["email", "name", "phone"], text: "registered" },
  "user.created": { subject: "user", after: ["role"], text: "created" },
  "user.nameChanged": { subject: "user", before: ["name"], after: ["name"], text: "name" },
  "user.roleSet": { subject: "user", before: ["role"], after: ["role", "released"], text: "role" },
  "user.clientDataSet": { subject: "user", before: "any", after: "any", text: "clientData" },
  "user.groupsSet": { subject: "user", before: ["groups"], after: ["groups"], text: "groups" },
  "user.messageSent": { subject: "user", after: ["taskId", "title"], text: "messageSent", former: true },
  "user.subscriptionSent": { subject: "user", after: ["taskId", "title"], text: "subscriptionSent", former: true },
  "user.lockedOut": { subject: "user", after: ["failed", "where"], text: "lockedOut" },
  "user.wrongCodes": { subject: "user", after: ["wrong"], text: "wrongCodes" },
  "user.passwordResetAsked": { subject: "user", text: "passwordResetAsked" },
  "user.passwordReset": { subject: "user", after: ["endedSessions"], text: "passwordReset" },
  "user.passwordChanged": { subject: "user", after: ["endedSessions"], text: "passwordChanged" },
  "user.authenticatorAdded": { subject: "user", text: "authenticatorAdded" },
  "user.authenticatorRemoved": { subject: "user", text: "authenticatorRemoved" },
  "user.passkeyAdded": { subject: "user", after: ["passkeyId", "name"], text: "passkeyAdded" },
  "user.passkeyRemoved": { subject: "user", before: ["passkeyId", "name"], text: "passkeyRemoved" },
  "user.recoveryCodesMade": { subject: "user", after: ["count"], text: "recoveryCodesMade" },
  "user.recoveryCodeUsed": { subject: "user", after: ["left"], text: "recoveryCodeUsed" },
  "user.factorsReset": { subject: "user", after: ["endedSessions", "reason"], text: "factorsReset" },
  "user.ownFactorRequiredSet": {
    subject: "user",
    before: ["required"],
    after: ["required"],
    text: "ownFactorRequired",
  },
  "user.accountErased": { subject: "user", after: erased, text: "accountErased" },
  "session.opened": { subject: "user", after: ["sessionId", "factor"], text: "signedIn" },
  "session.codeConfirmed": { subject: "user", after: ["factor"], text: "codeConfirmed" },
  "session.ended": { subject: "user", after: ["sessionIds"], text: "sessionEnded" },
  "session.signedOut": { subject: "user", text: "signedOut" },
  "session.wrongCookieRefused": { subject: "user", after: ["sessionId"], text: "wrongCookie" },
  "task.done": { subject: "user", after: ["taskId", "title"], text: "taskDone", former: true },
  "task.reopened": { subject: "user", after: ["taskId", "title"], text: "taskReopened", former: true },
  "company.begun": { subject: "company", after: ["creator"], text: "companyBegun" },
  "company.discarded": { subject: "company", before: ["creator"], text: "companyDiscarded" },
  "holder.stateChanged": {
    subject: "holder",
    before: ["state"],
    after: ["state", "action", "revision", "reason", "clientNumber", "released", "renew", "requiredContract"],
    text: "state",
  },
  "holder.clientNumberSet": { subject: "holder", before: ["clientNumber"], after: ["clientNumber"], text: "number" },
  "holder.withdrawalSignersSet": { subject: "holder", before: ["rule"], after: ["rule"], text: "withdrawalSigners" },
  "holder.assigned": { subject: "holder", before: ["staffId"], after: ["staffId"], text: "assigned" },
  "holder.representationChanged": { subject: "holder", before: ["ids"], after: ["ids"], text: "representation" },
  "holder.notified": { subject: "holder", after: ["type", "text"], text: "notified" },
  "holder.viewedAs": { subject: "holder", after: ["viewAsId", "reason"], text: "viewedAs" },
  "holder.accessedByStaff": { subject: "holder", after: ["call", "viewAsId"], text: "accessed" },
  "holder.recordsErased": { subject: "holder", after: erased, text: "recordsErased" },
  "form.submitted": {
    subject: "holder",
    before: ["state"],
    after: ["state", "form", "revision", "contentHash", "byStaff"],
    text: "formSubmitted",
  },
  "form.remarked": { subject: "holder", after: remark, text: "remark" },
  "form.remarkWithdrawn": { subject: "holder", before: remark, text: "remarkWithdrawn" },
  "form.stepAccepted": { subject: "holder", after: ["revision", "step"], text: "stepAccepted" },
  "form.stepReopened": { subject: "holder", after: ["revision", "step"], text: "stepReopened" },
  "form.documentExpiring": { subject: "holder", after: ["expires", "renew"], text: "documentExpiring" },
  "file.uploaded": { subject: "holder", after: ["id", "name", "size", "sha256"], text: "fileUploaded" },
  "file.readByStaff": { subject: "holder", after: ["id", "name"], text: "fileRead" },
  "file.removed": { subject: "holder", after: ["id", "name"], text: "fileRemoved" },
  "document.added": { subject: "holder", after: ["id", "type", "title", "sha256"], text: "documentAdded" },
  "document.versionAdded": {
    subject: "holder",
    after: ["id", "title", "version", "sha256"],
    text: "documentVersionAdded",
  },
  "document.corrected": {
    subject: "holder",
    before: ["id", "title", "validUntil"],
    after: ["id", "title", "validUntil"],
    text: "documentCorrected",
  },
  "document.opened": { subject: "holder", after: ["id", "title", "version"], text: "documentOpened" },
  "document.removed": { subject: "holder", after: ["id", "title"], text: "documentRemoved" },
  "document.restored": { subject: "holder", after: ["id", "title"], text: "documentRestored" },
  "document.erased": { subject: "holder", after: ["id", "title", "files"], text: "documentErased" },
  "document.periodEnded": { subject: "holder", after: ["id", "title", "files"], text: "documentPeriodEnded" },
  "document.asked": { subject: "holder", after: ["id", "type", "text", "due"], text: "documentAsked" },
  "document.requestClosed": { subject: "holder", after: ["id", "type", "outcome"], text: "documentRequestClosed" },
  "documentBatch.started": {
    subject: "documentBatch",
    after: ["type", "title", "fileName", "size"],
    text: "batchStarted",
  },
  "documentBatch.confirmed": {
    subject: "documentBatch",
    after: ["type", "title", "documents", "excluded"],
    text: "batchConfirmed",
  },
  "documentBatch.discarded": { subject: "documentBatch", after: ["type", "title"], text: "batchDiscarded" },
  "sharepoint.uploaded": {
    subject: "holder",
    after: ["clientNumber", "path", "size", "sha256", "already"],
    text: "sharepointUploaded",
  },
  "sharepoint.readByStaff": { subject: "holder", after: ["clientNumber", "path"], text: "sharepointRead" },
  "chat.messageEdited": { subject: "holder", after: ["number"], text: "chatMessageEdited" },
  "chat.messageDeleted": { subject: "holder", after: ["number"], text: "chatMessageDeleted" },
  "chat.assigned": { subject: "holder", before: ["assignedTo"], after: ["assignedTo"], text: "chatAssigned" },
  "chat.handedOver": { subject: "holder", after: ["ticket", "title", "messages"], text: "chatHandedOver" },
  "chat.transcriptReadByStaff": { subject: "holder", after: ["from", "to"], text: "chatTranscriptRead" },
  "chat.noted": { subject: "holder", after: ["note"], text: "chatNoted" },
  "contract.sent": {
    subject: "holder",
    after: ["contract", "type", "version", "name", "sha256"],
    text: "contractSent",
  },
  "contract.proposed": {
    subject: "holder",
    after: ["contract", "type", "version", "name", "sha256", "state"],
    text: "contractProposed",
  },
  "contract.opened": { subject: "holder", after: ["contract"], text: "contractOpened" },
  "contract.filled": { subject: "holder", after: ["contract", "fields", "sha256"], text: "contractFilled" },
  "contract.codeRequested": { subject: "holder", after: ["contract", "type", "sha256"], text: "contractCodeRequested" },
  "contract.signed": { subject: "holder", after: ["contract", "name", "sha256", "state"], text: "contractSigned" },
  "contract.completed": { subject: "holder", after: ["contract", "name", "state"], text: "contractCompleted" },
  "contract.countersigned": { subject: "holder", after: ["contract", "name", "sha256"], text: "contractCountersigned" },
  "contract.sealed": {
    subject: "holder",
    after: ["contract", "name", "sha256", "evidencePages", "evidenceOmitted"],
    text: "contractSealed",
  },
  "contract.rejected": { subject: "holder", after: ["contract", "name", "reason", "state"], text: "contractRejected" },
  "contract.withdrawn": { subject: "holder", after: ["contract", "name", "state"], text: "contractWithdrawn" },
  "contract.ended": { subject: "holder", after: ["contract", "name", "expired"], text: "contractEnded" },
  "contract.evidenceReadByStaff": { subject: "holder", after: ["contract", "name"], text: "contractEvidenceRead" },
  "contractTemplate.saved": { subject: "contractTemplate", after: ["version", "edit"], text: "templateSaved" },
  "contractTemplate.used": { subject: "contractTemplate", after: ["version"], text: "templateUsed" },
  "contractTemplate.retired": { subject: "contractTemplate", after: ["version"], text: "templateRetired" },
  "contractTemplate.sent": {
    subject: "contractTemplate",
    after: ["bulk", "version", "recipients"],
    text: "templateSent",
  },
  "contractTemplate.sendingChanged": {
    subject: "contractTemplate",
    after: ["bulk", "state"],
    text: "templateSendingChanged",
  },
  "ticket.opened": { subject: "holder", after: ["ticket", "title", "topic"], text: "ticketOpened" },
  "ticket.answered": { subject: "holder", after: ["ticket", "title", "comment"], text: "ticketAnswered" },
  "ticket.commented": {
    subject: "holder",
    after: ["ticket", "title", "comment", "reopened", "byMail"],
    text: "ticketCommented",
  },
  "ticket.noted": { subject: "holder", after: ["ticket", "title", "comment"], text: "ticketNoted" },
  "ticket.assigned": {
    subject: "holder",
    before: ["staffId"],
    after: ["ticket", "title", "staffId"],
    text: "ticketAssigned",
  },
  "ticket.resolved": { subject: "holder", after: ["ticket", "title"], text: "ticketResolved" },
  "ticket.closed": { subject: "holder", after: ["ticket", "title", "expired"], text: "ticketClosed" },
  "ticket.arranged": {
    subject: "holder",
    before: ["topic", "priority", "tags"],
    after: ["ticket", "title", "topic", "priority", "tags"],
    text: "ticketArranged",
  },
  "ticket.merged": { subject: "holder", after: ["ticket", "title", "into"], text: "ticketMerged" },
  "ticket.unmerged": { subject: "holder", after: ["ticket", "title", "from"], text: "ticketUnmerged" },
  "ticket.mailAdded": {
    subject: "holder",
    after: ["ticket", "title", "comment", "mail", "sender"],
    text: "ticketMailAdded",
  },
  "mail.finished": { subject: "mail", after: ["reason", "sender", "subject"], text: "mailFinished" },
  "ticket.watched": { subject: "holder", after: ["ticket", "title", "watching"], text: "ticketWatched" },
  "bankAccount.added": { subject: "holder", after: account, text: "accountAdded" },
  "bankAccount.changed": { subject: "holder", before: account, after: account, text: "accountChanged" },
  "bankAccount.removed": { subject: "holder", before: account, text: "accountRemoved" },
  "bankAccount.decided": {
    subject: "holder",
    before: ["account", "state"],
    after: ["account", "state", "reason"],
    text: "accountDecided",
  },
  "file.foundClean": { subject: "holder", after: ["id", "name"], text: "fileClean" },
  "file.foundInfected": { subject: "holder", after: ["id", "name", "signature"], text: "fileInfected" },
  "proposal.setRoleProposed": { ...proposed, text: "roleProposed" },
  "proposal.setClientNumberProposed": { ...proposed, text: "numberProposed" },
  "proposal.disableProposed": { ...proposed, text: "disableProposed" },
  "proposal.enableProposed": { ...proposed, text: "enableProposed" },
  "proposal.resetFactorsProposed": { ...proposed, text: "resetFactorsProposed" },
  "proposal.fourEyesOffProposed": { ...proposed, text: "fourEyesOffProposed" },
  "proposal.setBankAccountsProposed": { ...proposed, text: "accountsProposed" },
  "proposal.decideBankAccountProposed": { ...proposed, text: "accountDecisionProposed" },
  "proposal.addRepresentativesProposed": { ...proposed, text: "representativesProposed" },
  "proposal.setDepositInstructionsProposed": { ...proposed, text: "instructionsProposed" },
  "proposal.declined": { ...proposed, text: "proposalDeclined" },
  "proposal.withdrawn": { ...proposed, text: "proposalWithdrawn" },
  "group.renamed": { subject: "group", before: ["name"], after: ["name"], text: "groupRenamed" },
  "group.deleted": { subject: "group", before: ["name"], text: "groupDeleted" },
  "group.notified": { subject: "group", after: ["type", "text", "members"], text: "groupNotified" },
  "dataField.created": { subject: "dataField", after: ["label"], text: "fieldCreated" },
  "dataField.removed": { subject: "dataField", before: ["label"], after: ["clients"], text: "fieldRemoved" },
  "setting.saved": { subject: "setting", before: "any", after: "any", text: "settingSaved" },
  "cannedAnswer.created": { subject: "cannedAnswer", after: ["title", "texts"], text: "cannedCreated" },
  "cannedAnswer.changed": {
    subject: "cannedAnswer",
    before: ["title", "texts"],
    after: ["title", "texts"],
    text: "cannedChanged",
  },
  "cannedAnswer.removed": { subject: "cannedAnswer", before: ["title", "texts"], text: "cannedRemoved" },
  "setting.logoUploaded": { subject: "setting", after: ["logo", "width", "height"], text: "logoUploaded" },
  "content.saved": { subject: "content", after: ["version", "edit"], text: "contentSaved" },
  "content.published": { subject: "content", after: ["version"], text: "contentPublished" },
  "content.archived": { subject: "content", after: ["version"], text: "contentArchived" },
  "content.discarded": { subject: "content", after: ["version"], text: "contentDiscarded" },
  "content.restored": { subject: "content", after: ["version", "from"], text: "contentRestored" },
  "transactionRequest.made": {
    subject: "transactionRequest",
    after: ["type", "userMsg", "transactionInfo", "holderType", "holderId"],
    text: "requestMade",
  },
  "transactionRequest.withdrawn": { subject: "transactionRequest", after: ["state"], text: "requestWithdrawn" },
  "transactionRequest.handled": {
    subject: "transactionRequest",
    after: ["state", "staffMessage"],
    text: "requestHandled",
  },
  "transactionRequest.confirmed": { subject: "transactionRequest", after: ["state"], text: "requestConfirmed" },
  "transactionRequest.matched": { subject: "transactionRequest", after: ["entry", "how"], text: "requestMatched" },
  "transactionRequest.unmatched": { subject: "transactionRequest", before: ["entry"], text: "requestUnmatched" },
  "transactionRequest.reconsidered": {
    subject: "transactionRequest",
    before: ["state"],
    after: ["state"],
    text: "requestReconsidered",
  },
  "transactionRequest.expired": { subject: "transactionRequest", text: "requestExpired" },
  "holder.entriesBooked": {
    subject: "holder",
    after: ["import", "fileName", "entries", "reversals"],
    text: "entriesBooked",
  },
  "import.previewed": { subject: "import", after: [...imported, "sha256", "excluded"], text: "importPreviewed" },
  "import.shownAnew": { subject: "import", after: imported, text: "importShownAnew" },
  "import.quotesAccepted": { subject: "import", after: [...imported, "accepted"], text: "quotesAccepted" },
  "import.confirmed": { subject: "import", after: [...imported, "excluded"], text: "importConfirmed" },
  "import.refused": { subject: "import", after: imported, text: "importRefused" },
  "import.discarded": { subject: "import", after: imported, text: "importDiscarded" },
  "definition.created": { subject: "definition", after: ["name"], text: "definitionCreated" },
  "definition.featured": {
    subject: "definition",
    before: ["featured"],
    after: ["featured"],
    text: "definitionFeatured",
  },
  "definition.removed": { subject: "definition", before: ["name"], text: "definitionRemoved" },
  "definition.ordered": {
    subject: "definition",
    before: ["ids"],
    after: ["ids", "orderVersion"],
    text: "definitionsOrdered",
  },
  "fund.created": { subject: "fund", after: "any", text: "fundCreated" },
  "fund.saved": { subject: "fund", before: "any", after: "any", text: "fundSaved" },
  "fund.documentAdded": {
    subject: "fund",
    after: ["id", "kind", "language", "validFrom", "validUntil", "sha256"],
    text: "fundDocumentAdded",
  },
  "fund.documentRemoved": {
    subject: "fund",
    before: ["id", "kind", "language", "validFrom", "validUntil", "sha256"],
    text: "fundDocumentRemoved",
  },
  "fund.navCorrected": {
    subject: "fund",
    before: ["day", "value", "source"],
    after: ["day", "value", "reason", "upload"],
    text: "navCorrected",
  },
  "fund.navsPreviewed": { subject: "fund", after: [...navFile, "sha256"], text: "navsPreviewed" },
  "fund.navsConfirmed": { subject: "fund", after: [...navFile, "marked"], text: "navsConfirmed" },
  "fund.navsDiscarded": { subject: "fund", after: navFile, text: "navsDiscarded" },
  "target.asked": {
    subject: "holder",
    after: ["join", "definition", "name", "amount", "currency"],
    text: "targetAsked",
  },
  "target.withdrawn": { subject: "holder", after: ["join", "definition", "name"], text: "targetWithdrawn" },
  "target.left": { subject: "holder", after: ["join", "definition", "name", "message"], text: "targetLeft" },
  "target.joined": { subject: "holder", after: ["join", "definition", "name", "message"], text: "targetJoined" },
  "target.declined": { subject: "holder", after: ["join", "definition", "name", "message"], text: "targetDeclined" },
  "analytics.exported": { subject: "analytics", after: ["rows", "capped", "filter"], text: "signInsExported" },
  "retention.signInsErased": { subject: "retention", after: ["table", "rows", "before"], text: "signInsErased" },
  "audit.anchored": { subject: "audit", after: ["heads"], text: "anchored" },
} as const satisfies Record<string, AuditDeclaration>;

type AuditActions = typeof auditActions;
export type AuditAction = keyof AuditActions;
export const auditActionNames = Object.keys(auditActions) as AuditAction[];
export const isAuditAction = (name: string): name is AuditAction => Object.hasOwn(auditActions, name);

export type SubjectOf<A extends AuditAction> = AuditActions[A]["subject"];

type Fields<Declared> = Declared extends readonly (infer Name extends string)[] ? { [N in Name]?: unknown } : unknown;
type Side<A extends AuditAction, Name extends "before" | "after"> =
  AuditActions[A] extends Record<Name, infer Declared> ? { [N in Name]?: Fields<Declared> } : { [N in Name]?: never };
/** What an entry of the action contains besides its subject: the declared fields and no others. */
export type Recorded<A extends AuditAction> = Side<A, "before"> & Side<A, "after">;
