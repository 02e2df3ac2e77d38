/** A mail or notification about something of a company names the company in its link; 0 is the person. */
import { type ReactNode, useEffect } from "react";
import { useSearchParams } from "react-router";
import { Loading } from "../../ui/states.tsx";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import { ownFormPath } from "../form-path.ts";
import { useLocalPath } from "../navigation/locale-link.tsx";
import { selectCompany, useActiveHolder, useCompanies } from "./active-holder.ts";
import { useProfile } from "./session.ts";

/**
 * Makes that the active account, once: the link does not hold anybody to it afterwards. The page is shown when that is
 * done, because another holder's page would not have what the link is about.
 */
export function AccountOfLink({ children }: { children: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const company = Number(params.get("company") ?? -1);
  const { readOnly } = useActiveHolder();
  const path = useLocalPath();
  // A form's address names the company that the form is of, whoever is active.
  const isAsked = company >= 0 && !readOnly && path !== ownFormPath;
  const isDecided = useIsDecided(company, isAsked);
  useEffect(() => {
    if (!isAsked || !isDecided) return;
    selectCompany(company === 0 ? null : company);
    setParams(
      (all) => {
        all.delete("company");
        return all;
      },
      { replace: true },
    );
  }, [company, isAsked, isDecided, setParams]);
  return isAsked ? <Loading /> : children;
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
