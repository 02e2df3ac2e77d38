/** A mail or notification about something of a company names the company in its link. */
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { selectCompany } from "./active-holder.ts";

/** Makes that company the active one, once: the link does not hold anybody to it afterwards. */
export function useAccountOfLink({ readOnly }: { readOnly: boolean }): void {
  const [params, setParams] = useSearchParams();
  const company = Number(params.get("company"));
  useEffect(() => {
    if (!company || readOnly) return;
    setParams(
      (all) => {
        all.delete("company");
        return all;
      },
      { replace: true },
    );
    selectCompany(company);
  }, [company, readOnly, setParams]);
}
