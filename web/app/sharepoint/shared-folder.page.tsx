/** The folder that the firm shares with the active holder. */

import { PageTitle } from "../shell/layouts/page-title.tsx";
import { holderKey, useActiveHolder } from "../shell/session/active-holder.ts";
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
