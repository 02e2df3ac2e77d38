/** Where a client's papers are: the documents, the folder that the firm shares with them, and the reports. */
import { inLanguage } from "../shell/navigation/locale-link.tsx";
import { SectionPicker } from "../ui/section-picker.tsx";
import { useLanguage, useText } from "../ui/text.tsx";

export function DocumentPlaces({ current }: { current: "documents" | "folder" }) {
  const t = useText();
  const language = useLanguage();
  return (
    <SectionPicker
      sections={[
        { id: "documents", label: t("documents.page.title"), to: inLanguage(language, "/documents") },
        { id: "folder", label: t("documents.folder.title"), to: inLanguage(language, "/documents/folder") },
        { id: "reports", label: t("shell.nav.reports"), to: inLanguage(language, "/reports") },
      ]}
      current={current}
    />
  );
}
