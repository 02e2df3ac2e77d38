/** Updates the browser's list of the person's companies when it is fetched. */
import { useEffect } from "react";
import { proceedWithoutCompanies, setCompanies } from "./active-holder.ts";
import { useApi } from "./api.tsx";
import { useCall } from "./calls/use-call.ts";
import { useSession } from "./session.ts";

/** A separate component, so that an answer does not render the frame around it. */
export function SyncCompanies(): null {
  const api = useApi();
  const userId = useSession()?.profile.id ?? 0;
  const { data, isError } = useCall(api.companies.listOwn, { params: { userId } }, { enabled: userId > 0 });
  useEffect(() => {
    if (data) setCompanies(data);
  }, [data]);
  useEffect(() => {
    if (isError) proceedWithoutCompanies();
  }, [isError]);
  return null;
}
