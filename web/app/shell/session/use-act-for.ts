/** Switches the account that this tab acts for. */
import { useLocation, useNavigate } from "react-router";
import { useApi } from "../calls/api.tsx";
import { ownFormPath } from "../form-path.ts";
import { useLocalPath } from "../navigation/locale-link.tsx";
import { accountIn, searchWithAccount } from "./account-address.ts";
import { selectCompany, useActiveHolder } from "./active-holder.ts";
import { changeProfile, useProfile } from "./session.ts";

/** For a company of the person, or the person (null). The address leads (account-in-address.tsx), but for a form's. */
export function useActFor(): (companyId: number | null) => void {
  const api = useApi();
  const { id } = useProfile();
  const { company } = useActiveHolder();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const isForm = useLocalPath() === ownFormPath;
  return (companyId) => {
    if (companyId === (company?.id ?? null)) return;
    // "Back" leads to the account that is left. Not a navigation, which the one that follows would cancel.
    if (accountIn(search) === undefined && !isForm)
      history.replaceState(history.state, "", pathname + searchWithAccount(search, company?.id ?? 0) + hash);
    if (isForm) selectCompany(companyId);
    else void navigate({ search: searchWithAccount(search, companyId ?? 0) }, { preventScrollReset: true });
    changeProfile({ lastCompany: companyId });
    // The browser switches at once; storing it on the server may fail without harm.
    api.users.setLastCompany({ params: { id }, body: { lastCompany: companyId } }).catch(() => undefined);
  };
}
