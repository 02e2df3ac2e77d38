/** A proposed setting as text: only the fields that the proposal changes, one a line. */
import type { Language } from "@portico/api/shapes.ts";
import { type PlainKey, useText } from "../../ui/text.tsx";

type Side = Readonly<Record<string, unknown>>;
interface DocumentType {
  id: string;
  name: Record<Language, string>;
  keepYears: number | null;
}

/** Fields by their name within a setting; each name is of one setting. */
const labels: Readonly<Record<string, PlainKey>> = {
  waitHours: "admin.accounts.waitHours",
  waitHoursAfterReset: "admin.accounts.waitHoursAfterReset",
  companySigners: "admin.payments.companySigners",
  expiryDays: "admin.payments.expiryDays",
  required: "admin.settings.staffFactor",
  beneficialOwnerPercent: "admin.settings.beneficialOwnerPercent",
  reviewMonths: "admin.settings.reviewMonths",
  documentNoticeDays: "admin.settings.documentNoticeDays",
  retentionYears: "admin.settings.retentionYears",
  signInRetentionMonths: "admin.settings.signInRetentionMonths",
};

export function useSettingLines(language: Language): (proposal: { before: Side; after: Side }, side: Side) => string {
  const t = useText();
  const valueOf = (field: string, value: unknown): string => {
    if (field === "companySigners") return t(`admin.payments.signers.${String(value) as "any"}`);
    if (field === "required") return t(value === true ? "admin.proposals.on" : "admin.proposals.off");
    return String(value);
  };
  return ({ before, after }, side) => {
    if (after["setting"] === "documentTypes")
      return periodLines(
        { before: typesOf(before), after: typesOf(after), shown: typesOf(side) },
        { language, withRecords: t("admin.settings.documentTypeKeepHolder") },
      );
    return Object.entries(labels)
      .filter(([field]) => field in after && after[field] !== before[field])
      .map(([field, label]) => `${t(label)}: ${valueOf(field, side[field])}`)
      .join("\n");
  };
}

const typesOf = (side: Side): readonly DocumentType[] => (side["types"] as DocumentType[] | undefined) ?? [];

/** The types whose period changes: "Contracts: 10". */
function periodLines(
  { before, after, shown }: Record<"before" | "after" | "shown", readonly DocumentType[]>,
  { language, withRecords }: { language: Language; withRecords: string },
): string {
  const periodOf = (types: readonly DocumentType[], id: string) =>
    types.find((one) => one.id === id)?.keepYears ?? null;
  return before
    .filter(({ id }) => periodOf(before, id) !== periodOf(after, id))
    .map(({ id, name }) => `${name[language]}: ${periodOf(shown, id) ?? withRecords}`)
    .join("\n");
}
