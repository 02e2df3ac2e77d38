/** A client in a table, by name; leads to the page where the client's data is mended. */
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useText } from "../../ui/text.tsx";

interface ClientLinkProps {
  holder: { holder_type: "user" | "company"; holder_id: number; name: string };
  section: "portfolio" | "profile";
}

export function ClientLink({ holder: { holder_type: type, holder_id: id, name }, section }: ClientLinkProps) {
  const t = useText();
  return <LocaleLink to={`/admin/${type}/${id}/${section}`}>{name || t("shell.account.newCompany")}</LocaleLink>;
}
