/** Names the holder of a client number that could not be given to another. */
import { ApiError } from "@portico/api/errors.ts";
import type { ReactNode } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { closeConfirmation } from "../../shell/dialogs/confirmation.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useText } from "../../ui/text.tsx";

/** Text for that failure; looks up the holder, since staff may know. */
export function useClientNumberConflict(): (error: unknown, number: string) => Promise<ReactNode> {
  const t = useText();
  const api = useApi();
  return async (error, number) => {
    if (!(error instanceof ApiError) || error.code !== "clientNumberInUse") return undefined;
    const query = { search: number, limit: 50 };
    const [{ users }, { companies }] = await Promise.all([api.users.list({ query }), api.companies.list({ query })]);
    const user = users.find((one) => one.client_number === number);
    const company = companies.find((one) => one.client_number === number);
    const holder = user ?? company;
    if (!holder) return undefined;
    return (
      <p>
        {t("admin.client.numberTaken")}{" "}
        <LocaleLink to={`/admin/${user ? "user" : "company"}/${holder.id}/profile`} onClick={closeConfirmation}>
          {holder.name}
        </LocaleLink>
      </p>
    );
  };
}
