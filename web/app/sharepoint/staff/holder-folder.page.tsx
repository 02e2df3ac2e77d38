/** The folder that the firm shares with a holder, for staff. */
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderName, useHolderOfAddress } from "../../holders/staff/holder-address.ts";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import clientStyles from "../../users/staff/user.module.css";
import { SharedFolder } from "../shared-folder.tsx";
import { HolderDocumentPlaces } from "./holder-document-places.tsx";

export {
  checkHolderAddress as clientLoader,
  checkHolderAddress as loader,
} from "../../holders/staff/holder-address.ts";

export default function HolderFolderPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { holderType, holderId } = holder;
  const { name, query } = useHolderName(holder);
  return (
    <>
      <PageTitle>{t("documents.folder.title")}</PageTitle>
      <LocaleLink to={`/admin/${holderType}/${holderId}/profile`} className={clientStyles.back}>
        <Icon name="back" size={16} />
        {name ?? t("admin.documents.back")}
      </LocaleLink>
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
