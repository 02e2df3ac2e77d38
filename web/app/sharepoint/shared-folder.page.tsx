/** The folder that the firm shares with the active holder. */
import { holderKey, useActiveHolder } from "../shell/active-holder.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { useText } from "../ui/text.tsx";
import { DocumentPlaces } from "./document-places.tsx";
import { SharedFolder } from "./shared-folder.tsx";

export default function SharedFolderPage() {
  const t = useText();
  const { holder, readOnly } = useActiveHolder();
  return (
    <>
      <PageTitle>{t("documents.folder.title")}</PageTitle>
      <SharedFolder
        key={holderKey(holder)}
        holder={holder}
        readOnly={readOnly}
        lead={t("documents.folder.lead")}
        places={<DocumentPlaces current="folder" />}
      />
    </>
  );
}
