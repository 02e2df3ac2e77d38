/** The folder that the firm shares with a holder, for staff. */
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useText } from "../../ui/text.tsx";
import { SharedFolder } from "../shared-folder.tsx";
import { HolderDocumentPlaces } from "./holder-document-places.tsx";

export default function HolderFolderPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { holderType, holderId } = holder;
  const { name, query } = useHolderRecord(holder);
  return (
    <>
      <PageTitle>{t("documents.folder.title")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holderType} />
      ) : (
        <SharedFolder
          key={`${holderType} ${holderId}`}
          holder={holder}
          forStaff
          lead={name}
          places={<HolderDocumentPlaces holder={holder} current="folder" />}
        />
      )}
    </>
  );
}
