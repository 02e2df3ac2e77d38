/** The way to the page that reads one of our own files, if that is what was sent. */
import type { ImportPreview } from "@portico/api/imports.ts";
import type { OwnFile } from "@portico/api/rules/other-files.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { otherFileName } from "../../shell/staff/other-file-name.ts";
import { passFile } from "../../shell/staff/passed-file.ts";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";

const pages: Readonly<Partial<Record<OwnFile, string>>> = {
  navs: "/admin/target/funds",
  benchmark: "/admin/benchmarks",
  announcements: "/admin/announcements",
  ownCosts: "/admin/instruments",
  mandates: "/admin/mandates",
  flags: "/admin/mandates",
};

interface BelongsElsewhereProps {
  preview: ImportPreview;
  /** The file, if it is still at hand: that page reads it. */
  file: File | undefined;
}

export function BelongsElsewhere({ preview, file }: BelongsElsewhereProps) {
  const t = useText();
  const refusal = preview.refusals.find(({ code }) => code === "otherFile");
  const kind = refusal?.detail as OwnFile;
  const page = pages[kind];
  if (!refusal || page === undefined) return null;
  return (
    <Notice title={t("admin.imports.elsewhere", { text: otherFileName(t, refusal.detail) })}>
      <LocaleLink to={page} onClick={() => file && passFile(kind, file)}>
        {t(file ? "admin.imports.elsewhere.read" : "admin.imports.elsewhere.open")}
      </LocaleLink>
    </Notice>
  );
}
