/** Exports for accounting and analysis: a new one, and those that were made. */
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ExportList } from "./export-list.tsx";
import { NewExport } from "./new-export.tsx";

export default function ExportsPage() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("admin.exports.title")}</PageTitle>
      <PageHead title={t("admin.exports.title")}>{t("admin.exports.lead")}</PageHead>
      <Section title={t("admin.exports.new")}>
        <NewExport />
      </Section>
      <Section title={t("admin.exports.list")}>
        <ExportList />
      </Section>
    </>
  );
}
