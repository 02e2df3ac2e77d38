/**
 * The address of a client's page names the account that it is of, `company=` with a company's id or 0 for the person, so
 * that tabs, bookmarks, copied addresses and links in mails each open their own.
 */
import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { Loading } from "../../ui/states.tsx";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import { ownFormPath } from "../form-path.ts";
import { useLocalPath } from "../navigation/locale-link.tsx";
import { accountIn, searchWithAccount } from "./account-address.ts";
import { selectCompany, useActiveHolder, useAddressedAccount, useCompanies } from "./active-holder.ts";
import { useProfile } from "./session.ts";

/**
 * Makes the account in the address the active one of this tab. The page is shown when that is done, because another
 * holder's page would not have what the link is about. An address without an account keeps the tab's: a navigation that
 * added it could cancel the page that is on its way.
 */
export function AccountInAddress({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { search, hash, state } = useLocation();
  const { company, readOnly } = useActiveHolder();
  const addressed = useAddressedAccount();
  const named = accountIn(search);
  // A form's address names the company that the form is of, whoever is active.
  const isFollowed = useLocalPath() !== ownFormPath && !readOnly;
  const isOther = isFollowed && named !== undefined && named !== (company?.id ?? 0);
  const isDecided = useIsDecided(named ?? 0, isOther);

  useEffect(() => {
    if (!isOther || !isDecided || selectCompany(named || null)) return;
    // One that is not the person's is replaced by the active one; who has no choice needs none.
    void navigate(
      { search: searchWithAccount(search, addressed), hash },
      { replace: true, state: state as unknown, preventScrollReset: true },
    );
  }, [isOther, isDecided, named, addressed, navigate, search, hash, state]);
  return isOther ? <Loading /> : children;
}

/** Whether it is known that the company is one of the person's, or not: the browser's list may be older than the link. */
function useIsDecided(company: number, isAsked: boolean): boolean {
  const api = useApi();
  const isKnown = useCompanies().some(({ id }) => id === company);
  const { id: userId } = useProfile();
  const { data, isError, isFetching } = useCall(
    api.companies.listOwn,
    { params: { userId } },
    { enabled: isAsked && company > 0 },
  );
  return company === 0 || isKnown || (!isFetching && (data !== undefined || isError));
}
