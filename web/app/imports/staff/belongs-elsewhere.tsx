/** The way to the page that reads one of our own files, if that is what was sent. */
import type { ImportPreview } from "@portico/api/imports.ts";
import type { OwnFile } from "@portico/api/rules/other-files.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { otherFileName } from "../../shell/staff/other-file-name.ts";
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

export function BelongsElsewhere({ preview }: { preview: ImportPreview }) {
  const t = useText();
  const refusal = preview.refusals.find(({ code }) => code === "otherFile");
  const page = pages[refusal?.detail as OwnFile];
  if (!refusal || page === undefined) return null;
  return (
    <Notice title={t("admin.imports.elsewhere", { text: otherFileName(t, refusal.detail) })}>
      <LocaleLink to={page}>{t("admin.imports.elsewhere.open")}</LocaleLink>
    </Notice>
  );
}
