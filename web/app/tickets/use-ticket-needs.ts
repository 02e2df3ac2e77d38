/** Tickets in which it is the holder's turn, as one open action of the dashboard. Alone, because the dashboard loads it. */

import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useHolder } from "../shell/session/active-holder.ts";
import { useText } from "../ui/text.tsx";

export function useTicketNeeds() {
  const t = useText();
  const api = useApi();
  const { data, isLoading } = useCall(api.tickets.list, {
    params: useHolder(),
    query: { limit: 1, as: "holder" },
  });
  const count = data?.awaiting ?? 0;
  const needs =
    count === 0
      ? []
      : [
          {
            id: "tickets",
            text: t("dashboard.needs.tickets", { count }),
            action: t("dashboard.needs.ticketsAction"),
            to: "/tickets",
          },
        ];
  return { needs, isLoading };
}
