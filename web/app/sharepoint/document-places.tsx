/** Where a client's papers are: the documents, and the folder that the firm shares with them. */
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
      ]}
      current={current}
    />
  );
}
