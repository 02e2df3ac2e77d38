/** Texts of why a row, or the file, is refused. */
import type { ImportPreview, ImportRefusal } from "@portico/api/imports.ts";
import { ownFiles } from "@portico/api/rules/other-files.ts";
import { otherFileName } from "../../shell/staff/other-file-name.ts";
import type { Translate } from "../../ui/text.tsx";
import { isOfQuotes } from "./recognised.ts";

type WholeFileCode = "malformedFile" | "unknownFormat" | "emptyFile";
const wholeFileCodes: readonly string[] = ["malformedFile", "unknownFormat", "emptyFile"] satisfies WholeFileCode[];
const isWholeFile = (code: ImportRefusal["code"]): code is WholeFileCode => wholeFileCodes.includes(code);

/** Reports of a day that is not over, whose entries come again in the day's statement. */
const interim = /^(?:swift MT94[12]|camt camt\.052)/;

/** Why a file that has no preview was not read. */
export const wholeFileText = (t: Translate, { code, detail }: Pick<ImportRefusal, "code" | "detail">): string =>
  refusalText(t, { code, detail, line: null, account: null }, "statement");

export function refusalText(t: Translate, { code, detail }: ImportRefusal, kind: ImportPreview["kind"]): string {
  // A price or rate is corrected by another source, not by a reversal.
  if (code === "knownWithOtherContent" && isOfQuotes(kind))
    return t("admin.imports.quoteKnownOtherwise", { text: detail ?? "?" });
  if (code === "otherFile" && detail !== null && interim.test(detail))
    return t("imports.refusal.interimReport", { text: otherFileName(t, detail) });
  if (kind === "cash" && (code === "unknownAccount" || code === "unknownKind"))
    return t(`admin.imports.bank.${code}`, { text: detail ?? "?" });
  if (code === "otherFile")
    return t(ownFiles.some((own) => own === detail) ? "imports.refusal.ownFile" : "imports.refusal.otherFile", {
      text: otherFileName(t, detail),
    });
  if (!isWholeFile(code)) return t(`imports.refusal.${code}`, { text: detail ?? "?" });
  const reason = t(`imports.refusal.${code}`);
  return detail ? t("admin.imports.refusalDetail", { reason, detail }) : reason;
}
