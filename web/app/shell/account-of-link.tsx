/** A mail or notification about something of a company names the company in its link. */
import { type ReactNode, useEffect } from "react";
import { useSearchParams } from "react-router";
import { Loading } from "../ui/states.tsx";
import { selectCompany, useActiveHolder, useCompanies } from "./active-holder.ts";
import { useApi } from "./api.tsx";
import { useCall } from "./calls/use-call.ts";
import { useProfile } from "./session.ts";

/**
 * Makes that company the active one, once: the link does not hold anybody to it afterwards. The page is shown when that is
 * done, because another holder's page would not have what the link is about.
 */
export function AccountOfLink({ children }: { children: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const company = Number(params.get("company"));
  const { readOnly } = useActiveHolder();
  const isAsked = company > 0 && !readOnly;
  const isDecided = useIsDecided(company, isAsked);
  useEffect(() => {
    if (!isAsked || !isDecided) return;
    selectCompany(company);
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
  const { data, isError, isFetching } = useCall(api.companies.listOwn, { params: { userId } }, { enabled: isAsked });
  return isKnown || (!isFetching && (data !== undefined || isError));
}
