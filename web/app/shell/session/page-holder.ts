/** Whose page is open, for what is printed. */
import { useLocation } from "react-router";
import { ownFormPath } from "../form-path.ts";
import { useLocalPath } from "../navigation/locale-link.tsx";
import { accountIn } from "./account-address.ts";
import { type ActiveHolder, useCompanies, useOptionalActiveHolder } from "./active-holder.ts";
import { useSession } from "./session.ts";

/** Whose page this is: a form is of the company that its address names, or of the person, whoever the account is. */
export function usePageHolder(): Pick<ActiveHolder, "name" | "clientNumber"> | null {
  const active = useOptionalActiveHolder();
  const profile = useSession()?.profile;
  const companies = useCompanies();
  const isForm = useLocalPath() === ownFormPath;
  const { search } = useLocation();
  if (!isForm || !profile || !active || active.readOnly) return active;
  const named = accountIn(search) ?? 0;
  if (named === 0) return { name: profile.name, clientNumber: profile.client_number };
  const company = companies.find(({ id }) => id === named);
  // Not acted for yet: the form itself says its name.
  return { name: company?.name ?? "", clientNumber: company?.client_number ?? null };
}
