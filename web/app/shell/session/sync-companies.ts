/** Updates the browser's list of the person's companies when it is fetched, and tells them that a mandate has ended. */
import { startedStates } from "@portico/api/holder-states.ts";
import { useEffect } from "react";
import { useText } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import { alert } from "../dialogs/alert.ts";
import { proceedWithoutCompanies, setCompanies } from "./active-holder.ts";
import { useSession } from "./session.ts";

/** A separate component, so that an answer does not render the frame around it. */
export function SyncCompanies(): null {
  const t = useText();
  const api = useApi();
  const userId = useSession()?.profile.id ?? 0;
  const { data, isError } = useCall(api.companies.listOwn, { params: { userId } }, { enabled: userId > 0 });
  useEffect(() => {
    const ended = data && setCompanies(data);
    // Who was writing for it goes on as themselves. One that is only started was discarded by the person.
    if (ended && !startedStates.includes(ended.state)) alert.warning(t("shell.account.ended", { name: ended.name }));
  }, [data, t]);
  useEffect(() => {
    if (isError) proceedWithoutCompanies();
  }, [isError]);
  return null;
}
