/** Words for what the audit log records under names of the portal: objects, fields, actions, values. */
import { type AuditAction, auditActionNames, isAuditAction } from "@portico/api/audit-actions.ts";
import { holderStates } from "@portico/api/holder-states.ts";
import { roles } from "@portico/api/permissions.ts";
import type { Language } from "@portico/messages/text.ts";
import { timelineLabel } from "../../holders/staff/timeline-labels.ts";
import { formatRecordTime } from "../../ui/format.ts";
import type { Translate } from "../../ui/text.tsx";

/** The key itself is returned where there is no text. */
type AnyKey = (key: string) => string;
const wordOr = (t: Translate, key: string, otherwise: string): string => {
  const word = (t as AnyKey)(key);
  return word === key ? otherwise : word;
};

/** A type of object, such as "Setting". */
export const subjectWord = (t: Translate, type: string): string => wordOr(t, `audit.subject.${type}`, type);

/** A field by its path: a place in a list by its number, what has no words as it is recorded. */
export const fieldWords = (t: Translate, path: readonly string[]): string =>
  path
    .map((name) => (/^\d+$/.test(name) ? `№ ${Number(name) + 1}` : wordOr(t, `audit.field.${name}`, name)))
    .join(" › ");

interface Entry {
  action: string;
  before: unknown;
  after: unknown;
}

/** What happened, in the words of a holder's activity. */
export const entryWords = (t: Translate, { action, before, after }: Entry, subjectType: string): string =>
  timelineLabel(
    t,
    { action: isAuditAction(action) ? action : "other", before, after },
    subjectType === "company" ? "company" : "user",
  );

/** Each action by itself, without what an entry of it would name. */
export function listActions(t: Translate, language: Language): { value: AuditAction; label: string }[] {
  const compare = new Intl.Collator(language).compare;
  return auditActionNames
    .map((value) => ({ value, label: actionWord(t, value) }))
    .toSorted((a, b) => compare(a.label, b.label));
}

export function actionWord(t: Translate, action: AuditAction): string {
  const words = timelineLabel(t, { action, before: null, after: null }, "user").replaceAll("–", "…");
  let end = words.length;
  // An expression for this would look at each run of such signs again and again.
  while (end > 0 && " \u00a0:(,.…№%→".includes(words.charAt(end - 1))) end--;
  return words.slice(0, end) || action;
}

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

const hashForm = /^[0-9a-f]{64}$/;

/** Calls that only look at something begin with one of these. */
const readingNames = /^(?:get|list|open|search|describe|check|evidence|zip|download|preview|sample|of[A-Z])/;

/** What was done, of a call of the API such as `chats.open`: which part of the portal, and whether it was read or changed. */
function callWords(t: Translate, call: string): string {
  const [domain = "", name = ""] = call.split(".");
  const what = wordOr(t, `audit.call.${domain}`, "");
  if (what === "") return call;
  return t(readingNames.test(name) ? "audit.callRead" : "audit.callChanged", { what });
}

/** A recorded value; null for one that is not there. */
export function valueWords(t: Translate, name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "boolean") return t(value ? "ui.answer.yes" : "ui.answer.no");
  if (typeof value !== "string") return JSON.stringify(value);
  if (name === "role") return roles.some((role) => role === value) ? wordOr(t, `users.role.${value}`, value) : value;
  if (name === "state" && holderStates.some((state) => state === value))
    return wordOr(t, `users.state.${value}`, value);
  if (name === "call") return callWords(t, value);
  // A hash is recognised by its beginning; the entry as recorded has it whole.
  if (hashForm.test(value)) return `${value.slice(0, 12)}…`;
  return instantForm.test(value) ? formatRecordTime(value) : value;
}
