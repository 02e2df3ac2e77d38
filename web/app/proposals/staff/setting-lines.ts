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
    if (after["setting"] === "pickups") return folderLines({ before, after, shown: side });
    if (after["setting"] === "quoteSources") return sourceLines({ before, after, shown: side });
    return Object.entries(labels)
      .filter(([field]) => field in after && after[field] !== before[field])
      .map(([field, label]) => `${t(label)}: ${valueOf(field, side[field])}`)
      .join("\n");
  };
}

interface Folder {
  custodianId: number;
  isOn: boolean;
  host: string;
  port: number;
  user: string;
  folder: string;
  pattern: string;
  processedFolder: string;
  fingerprint: string;
}
const foldersOf = (side: Side): readonly Folder[] => (side["connections"] as Folder[] | undefined) ?? [];
const folderLine = ({ isOn, host, port, user, folder, pattern, processedFolder, fingerprint }: Folder): string =>
  `${isOn ? "" : "– "}${user}@${host}:${port} ${folder}/${pattern} → ${processedFolder} ${fingerprint}`;

/** The folders that the proposal adds, changes or removes, each as one side has it. */
function folderLines({ before, after, shown }: Record<"before" | "after" | "shown", Side>): string {
  const ids = new Set([...foldersOf(before), ...foldersOf(after)].map(({ custodianId }) => custodianId));
  const lineOf = (side: Side, id: number): string => {
    const found = foldersOf(side).find(({ custodianId }) => custodianId === id);
    return found ? folderLine(found) : "–";
  };
  return [...ids]
    .filter((id) => lineOf(before, id) !== lineOf(after, id))
    .map((id) => lineOf(shown, id))
    .join("\n");
}

interface Source {
  isOn: boolean;
  automatic: boolean;
  url: string;
}
const sourceLine = (side: Side, name: string): string => {
  const found = side[name] as Source | null | undefined;
  return found ? `${found.isOn ? "" : "– "}${found.url}${found.automatic ? " (✓)" : ""}` : "–";
};

const sourceLines = ({ before, after, shown }: Record<"before" | "after" | "shown", Side>): string =>
  ["ecb", "prices"]
    .filter((name) => sourceLine(before, name) !== sourceLine(after, name))
    .map((name) => sourceLine(shown, name))
    .join("\n");

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
