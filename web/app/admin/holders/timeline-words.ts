/** An entry of the audit log in words; one that has none of its own shows as it is written. */
import type { Translate } from "../../ui/text.tsx";

interface Entry {
  action: string;
  before: unknown;
  after: unknown;
}

const part = (value: unknown, name: string): string => {
  const found = (value as Record<string, unknown> | null)?.[name];
  if (found === undefined || found === null) return "–";
  return typeof found === "string" ? found : JSON.stringify(found);
};

/** Simple happenings: `admin.timeline.<word>` says it all. */
const plain = {
  "form.submitted": "formSubmitted",
  "form.remarked": "remark",
  "form.remarkWithdrawn": "remarkWithdrawn",
  "form.stepAccepted": "stepAccepted",
  "form.stepReopened": "stepReopened",
  "form.documentExpiring": "documentExpiring",
  "holder.assigned": "assigned",
  "holder.recordsErased": "recordsErased",
  "user.accountErased": "accountErased",
  "holder.representationChanged": "representation",
  "user.clientDataSet": "clientData",
  "user.groupsSet": "groups",
  "user.registered": "registered",
  "user.created": "created",
  "user.wrongCodes": "wrongCodes",
  "user.lockedOut": "lockedOut",
  "user.passwordChanged": "passwordChanged",
  "user.passwordResetAsked": "passwordResetAsked",
  "user.passwordReset": "passwordReset",
  "user.passkeyAdded": "passkeyAdded",
  "user.passkeyRemoved": "passkeyRemoved",
  "user.authenticatorAdded": "authenticatorAdded",
  "user.authenticatorRemoved": "authenticatorRemoved",
  "user.messageSent": "messageSent",
  "user.subscriptionSent": "subscriptionSent",
  "task.done": "taskDone",
  "task.reopened": "taskReopened",
  "session.opened": "signedIn",
  "session.codeConfirmed": "codeConfirmed",
  "session.signedOut": "signedOut",
  "session.ended": "sessionEnded",
  "company.begun": "companyBegun",
  "company.discarded": "companyDiscarded",
  "proposal.setRoleProposed": "roleProposed",
  "proposal.setClientNumberProposed": "numberProposed",
  "proposal.disableProposed": "disableProposed",
  "proposal.fourEyesOffProposed": "fourEyesOffProposed",
  "proposal.confirmed": "proposalConfirmed",
  "proposal.declined": "proposalDeclined",
  "proposal.withdrawn": "proposalWithdrawn",
} as const;
const isPlain = (action: string): action is keyof typeof plain => Object.hasOwn(plain, action);

/** What happened to a file: `admin.timeline.<word>` with its name. */
const ofFile = {
  "file.uploaded": "fileUploaded",
  "file.removed": "fileRemoved",
  "file.foundClean": "fileClean",
  "file.foundInfected": "fileInfected",
  "file.readByStaff": "fileRead",
} as const;
const isOfFile = (action: string): action is keyof typeof ofFile => Object.hasOwn(ofFile, action);

export function timelineWords(t: Translate, { action, before, after }: Entry): string {
  switch (action) {
    case "holder.stateChanged":
      return t("admin.timeline.state", {
        before: wordState(t, part(before, "state")),
        after: wordState(t, part(after, "state")),
        reason: part(after, "reason") === "–" ? "" : part(after, "reason"),
      });
    case "holder.clientNumberSet":
    case "user.clientNumberSet":
      return t("admin.timeline.number", { before: part(before, "clientNumber"), after: part(after, "clientNumber") });
    case "user.roleSet":
      return t("admin.timeline.role", { before: part(before, "role"), after: part(after, "role") });
    case "user.nameChanged":
      return t("admin.timeline.name", { before: part(before, "name"), after: part(after, "name") });
    case "holder.notified":
      return t("admin.timeline.notified", { text: part(after, "text") });
    case "holder.viewedAs":
      return t("admin.timeline.viewedAs", { reason: part(after, "reason") });
    default:
      if (isPlain(action)) return t(`admin.timeline.${plain[action]}`);
      return isOfFile(action) ? t(`admin.timeline.${ofFile[action]}`, { name: part(after ?? before, "name") }) : action;
  }
}

const states = ["preKYC", "pendingKYC", "postKYC", "returnedKYC", "pendingReKYC", "rejected", "disabled"] as const;
const wordState = (t: Translate, state: string): string => {
  const known = states.find((each) => each === state);
  return known ? t(`users.state.${known}`) : state;
};
