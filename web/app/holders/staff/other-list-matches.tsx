/** In one of the two lists of clients, that the other one has matches too, with the way there. */
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useText } from "../../ui/text.tsx";

export function OtherListMatches({ search, shown }: { search: string; shown: "users" | "companies" }) {
  const t = useText();
  const api = useApi();
  const query = { query: { search, limit: 1 } };
  const clients = { query: { search, role: "client" as const, limit: 1 } };
  const people = useCall(api.users.list, clients, { enabled: search !== "" && shown === "companies" });
  const firms = useCall(api.companies.list, query, { enabled: search !== "" && shown === "users" });
  const count = (shown === "users" ? firms.data?.count : people.data?.count) ?? 0;
  if (search === "" || count === 0) return null;
  const path = shown === "users" ? "/admin/companies" : "/admin";
  return (
    <LocaleLink to={`${path}?search=${encodeURIComponent(search)}`}>
      {t(shown === "users" ? "admin.search.companiesMatch" : "admin.search.peopleMatch", { count })}
    </LocaleLink>
  );
}
