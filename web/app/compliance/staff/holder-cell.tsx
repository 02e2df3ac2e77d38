/** A client in a table, by name; leads to a page about them. */
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useText } from "../../ui/text.tsx";

interface HolderCellProps {
  holder: { holder_type: "user" | "company"; holder_id: number; name: string };
  /** The page after the holder's own path. */
  section: "documents" | "profile" | "activity" | "rights";
}

export function HolderCell({ holder: { holder_type: type, holder_id: id, name }, section }: HolderCellProps) {
  const t = useText();
  return <LocaleLink to={`/admin/${type}/${id}/${section}`}>{name || t("shell.account.newCompany")}</LocaleLink>;
}
