/** Where a holder's papers are, for staff: the documents, the bin, and the shared folder. */
import type { Holder } from "@portico/api/shapes.ts";
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";

interface HolderDocumentPlacesProps {
  holder: Holder;
  current: "documents" | "bin" | "folder";
}

export function HolderDocumentPlaces({ holder: { holderType, holderId }, current }: HolderDocumentPlacesProps) {
  const t = useText();
  const language = useLanguage();
  const to = (page: string) => inLanguage(language, `/admin/${holderType}/${holderId}/${page}`);
  return (
    <SectionPicker
      sections={[
        { id: "documents", label: t("documents.page.title"), to: to("documents") },
        { id: "folder", label: t("documents.folder.title"), to: to("folder") },
        { id: "bin", label: t("admin.documents.bin"), to: to("documents?part=bin") },
      ]}
      current={current}
    />
  );
}
