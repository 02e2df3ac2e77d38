/** On every page of a client: opens a ticket about what the page shows. */
import { ticketPathForm } from "@portico/api/rules/tickets.ts";
import { useLocation } from "react-router";
import { useText } from "../../ui/text.tsx";
import { useSession } from "../session/session.ts";
import { useViewAs } from "../session/view-as.ts";
import { LocaleLink, useLocaleNavigate, withoutLanguage } from "./locale-link.tsx";

export default function AskLink() {
  const t = useText();
  const { pathname, search } = useLocation();
  const navigate = useLocaleNavigate();
  const session = useSession();
  const view = useViewAs();
  const local = withoutLanguage(pathname);
  if (!session || view || /^\/(admin|tickets)(\/|$)/.test(local)) return null;
  const path = ticketPathForm.test(local + search) ? local + search : local;
  return (
    <LocaleLink
      to="/tickets/new"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        // The heading as it stands now: it may name a document or a contract.
        navigate("/tickets/new", { state: { path, title: document.querySelector("h1")?.textContent ?? "" } });
      }}
    >
      {t("shell.footer.ask")}
    </LocaleLink>
  );
}
