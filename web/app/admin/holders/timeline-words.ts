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
const plain: Record<string, "formSubmitted" | "remark" | "remarkWithdrawn" | "stepAccepted" | "clientData" | "groups"> =
  {
    "form.submitted": "formSubmitted",
    "form.remarkAdded": "remark",
    "form.remarkWithdrawn": "remarkWithdrawn",
    "form.stepAccepted": "stepAccepted",
    "user.clientDataSet": "clientData",
    "user.groupsSet": "groups",
  };

export function timelineWords(t: Translate, { action, before, after }: Entry): string {
  switch (action) {
    case "holder.stateChanged":
      return t("admin.timeline.state", {
        before: wordState(t, part(before, "state")),
        after: wordState(t, part(after, "state")),
        reason: part(after, "reason") === "–" ? "" : part(after, "reason"),
      });
    case "holder.clientNumberSet":
      return t("admin.timeline.number", { before: part(before, "clientNumber"), after: part(after, "clientNumber") });
    case "user.roleSet":
      return t("admin.timeline.role", { before: part(before, "role"), after: part(after, "role") });
    case "user.nameChanged":
      return t("admin.timeline.name", { before: part(before, "name"), after: part(after, "name") });
    case "holder.notified":
      return t("admin.timeline.notified", { text: part(after, "text") });
    case "holder.viewedAs":
      return t("admin.timeline.viewedAs", { reason: part(after, "reason") });
    case "holder.assigned":
      return t("admin.timeline.assigned");
    case "holder.representationChanged":
      return t("admin.timeline.representation");
    default: {
      const word = plain[action];
      return word === undefined ? action : t(`admin.timeline.${word}`);
    }
  }
}

const states = ["preKYC", "pendingKYC", "postKYC", "returnedKYC", "pendingReKYC", "rejected", "disabled"] as const;
const wordState = (t: Translate, state: string): string => {
  const known = states.find((each) => each === state);
  return known ? t(`users.state.${known}`) : state;
};
