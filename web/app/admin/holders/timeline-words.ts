/** An entry of the audit log in words; one without words of its own is "another event", never its key. */
import { fieldKey, stepKey } from "@portico/api/forms/text-keys.ts";
import { holderStates } from "@portico/api/holder-states.ts";
import { roles } from "@portico/api/permissions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { formText } from "../../forms/option-text.ts";
import type { Translate } from "../../ui/text.tsx";

interface Entry {
  action: string;
  before: unknown;
  after: unknown;
}

const valueOf = (value: unknown, name: string): unknown => (value as Record<string, unknown> | null)?.[name];
const part = (value: unknown, name: string): string => {
  const found = valueOf(value, name);
  if (found === undefined || found === null) return "–";
  return typeof found === "string" ? found : JSON.stringify(found);
};

/** Simple happenings: `admin.timeline.<word>` says it all. */
const plain = {
  "form.submitted": "formSubmitted",
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
  "user.recoveryCodesMade": "recoveryCodesMade",
  "user.recoveryCodeUsed": "recoveryCodeUsed",
  "user.factorsReset": "factorsReset",
  "user.ownFactorRequiredSet": "ownFactorRequired",
  "session.wrongCookieRefused": "wrongCookie",
  "holder.accessedByStaff": "accessed",
  "proposal.setRoleProposed": "roleProposed",
  "proposal.setClientNumberProposed": "numberProposed",
  "proposal.disableProposed": "disableProposed",
  "proposal.enableProposed": "enableProposed",
  "proposal.resetFactorsProposed": "resetFactorsProposed",
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

/** What a reviewer did at a part of a form: `admin.timeline.<word>` with that part. */
const atForm = {
  "form.remarked": "remark",
  "form.remarkWithdrawn": "remarkWithdrawn",
  "form.stepAccepted": "stepAccepted",
  "form.stepReopened": "stepReopened",
} as const;
const isAtForm = (action: string): action is keyof typeof atForm => Object.hasOwn(atForm, action);

/** The part, and the field in it, that a path leads to. */
function wordPlace(t: Translate, path: string, holderType: Holder["holderType"]): string {
  const [step = "", field] = path.split(".");
  const part = formText(t, stepKey(holderType === "user" ? "KYC" : "companyKYC", step));
  const key = fieldKey({ name: field ?? "" });
  const name = formText(t, key);
  // What a form asked long ago may have no words any more.
  return field === undefined || name === key ? part : `${part} › ${name}`;
}

/** The revision of the form that an entry is about, where it is about one. */
export const revisionOf = ({ before, after }: Entry): number | null => {
  const found = valueOf(after ?? before, "revision");
  return typeof found === "number" ? found : null;
};
/** The words that were given with it, as they were written. */
export const reasonOf = ({ action, after }: Entry): string | null => {
  const found = valueOf(after, "reason");
  return action !== "holder.viewedAs" && typeof found === "string" && found !== "" ? found : null;
};

export function timelineWords(
  t: Translate,
  { action, before, after }: Entry,
  holderType: Holder["holderType"],
): string {
  switch (action) {
    case "holder.stateChanged":
      return t("admin.timeline.state", {
        before: wordState(t, part(before, "state"), holderType),
        after: wordState(t, part(after, "state"), holderType),
      });
    case "holder.clientNumberSet":
    case "user.clientNumberSet":
      return t("admin.timeline.number", { before: part(before, "clientNumber"), after: part(after, "clientNumber") });
    case "user.roleSet":
      return t("admin.timeline.role", { before: wordRole(t, before), after: wordRole(t, after) });
    case "user.nameChanged":
      return t("admin.timeline.name", { before: part(before, "name"), after: part(after, "name") });
    case "holder.notified":
      return t("admin.timeline.notified", { text: part(after, "text") });
    case "holder.viewedAs":
      return t("admin.timeline.viewedAs", { reason: part(after, "reason") });
    default:
      if (isPlain(action)) return t(`admin.timeline.${plain[action]}`);
      if (isAtForm(action)) {
        const where = valueOf(after ?? before, "path") ?? valueOf(after, "step");
        return t(`admin.timeline.${atForm[action]}`, { place: wordPlace(t, String(where), holderType) });
      }
      return isOfFile(action)
        ? t(`admin.timeline.${ofFile[action]}`, { name: part(after ?? before, "name") })
        : t("admin.timeline.other");
  }
}

function wordRole(t: Translate, side: unknown): string {
  const role = part(side, "role");
  const known = roles.find((each) => each === role);
  return known ? t(`users.role.${known}`) : "–";
}

function wordState(t: Translate, state: string, holderType: Holder["holderType"]): string {
  const known = holderStates.find((each) => each === state);
  return known ? t(`${holderType === "user" ? "users" : "companies"}.state.${known}`) : "–";
}
