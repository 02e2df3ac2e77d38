/** An audit entry as text, with the wording declared for its action. */

import { type AuditAction, auditActions } from "@portico/api/audit-actions.ts";
import type { AuditDeclaration } from "@portico/api/audit-declaration.ts";
import { fieldKey, stepKey } from "@portico/api/forms/text-keys.ts";
import { holderStates } from "@portico/api/holder-states.ts";
import { roles } from "@portico/api/permissions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { formText } from "../../shell/form-text.ts";
import type { Translate } from "../../ui/text.tsx";

interface Entry {
  action: AuditAction | "other";
  before: unknown;
  after: unknown;
}

const valueOf = (value: unknown, name: string): unknown => (value as Record<string, unknown> | null)?.[name];
const part = (value: unknown, name: string): string => {
  const found = valueOf(value, name);
  if (found === undefined || found === null) return "–";
  return typeof found === "string" ? found : JSON.stringify(found);
};

/** The step and field of a path. */
function placeLabel(t: Translate, path: string, holderType: Holder["holderType"]): string {
  const [step = "", field] = path.split(".");
  const part = formText(t, stepKey(holderType === "user" ? "KYC" : "companyKYC", step));
  const key = fieldKey({ name: field ?? "" });
  const name = formText(t, key);
  // A field asked long ago may have no text any more.
  return field === undefined || name === key ? part : `${part} › ${name}`;
}

/** The revision of the form that an entry is about, if any. */
export const revisionOf = ({ before, after }: Entry): number | null => {
  const found = valueOf(after ?? before, "revision");
  return typeof found === "number" ? found : null;
};
/** The reason given with it, as written. */
export const reasonOf = ({ action, after }: Entry): string | null => {
  const found = valueOf(after, "reason");
  return action !== "holder.viewedAs" && typeof found === "string" && found !== "" ? found : null;
};

/**
 * Wordings name fields that their action records, so none is listed here; a test compares them. What only went has the
 * fields that it had.
 */
type WithValues = (key: string, values: Record<string, string | number>) => string;
function recordedIn(
  { before, after }: Omit<Entry, "action">,
  declared: AuditDeclaration,
): Record<string, string | number> {
  const [side, names = []] = declared.after === undefined ? [before, declared.before] : [after, declared.after];
  const valueIn = (name: string): string | number => {
    const value = valueOf(side, name);
    return typeof value === "number" ? value : part(side, name);
  };
  return names === "any" ? {} : Object.fromEntries(names.map((name) => [name, valueIn(name)]));
}

/** In the words of the reader; only what is more than recorded values is worded here. */
export function timelineLabel(
  t: Translate,
  { action, before, after }: Entry,
  holderType: Holder["holderType"],
): string {
  switch (action) {
    case "holder.stateChanged":
      return t("admin.timeline.state", {
        before: stateLabel(t, part(before, "state"), holderType),
        after: stateLabel(t, part(after, "state"), holderType),
      });
    case "holder.clientNumberSet":
      return t("admin.timeline.number", { before: part(before, "clientNumber"), after: part(after, "clientNumber") });
    case "user.roleSet":
      return t("admin.timeline.role", { before: roleLabel(t, before), after: roleLabel(t, after) });
    case "user.nameChanged":
      return t("admin.timeline.name", { before: part(before, "name"), after: part(after, "name") });
    case "form.remarked":
    case "form.remarkWithdrawn":
    case "form.stepAccepted":
    case "form.stepReopened": {
      const where = valueOf(after ?? before, "path") ?? valueOf(after, "step");
      return t(`admin.timeline.${auditActions[action].text}`, { place: placeLabel(t, String(where), holderType) });
    }
    case "other":
      return t("admin.timeline.other");
    default:
      return (t as WithValues)(
        `admin.timeline.${auditActions[action].text}`,
        recordedIn({ before, after }, auditActions[action]),
      );
  }
}

function roleLabel(t: Translate, side: unknown): string {
  const role = part(side, "role");
  const known = roles.find((each) => each === role);
  return known ? t(`users.role.${known}`) : "–";
}

function stateLabel(t: Translate, state: string, holderType: Holder["holderType"]): string {
  const known = holderStates.find((each) => each === state);
  return known ? t(`${holderType === "user" ? "users" : "companies"}.state.${known}`) : "–";
}
