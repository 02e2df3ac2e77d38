/** Contracts that await the person's signature, as one open action of the dashboard. Alone, because the dashboard loads it. */

import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useHolder } from "../shell/session/active-holder.ts";
import { useText } from "../ui/text.tsx";

export function useContractNeeds() {
  const t = useText();
  const api = useApi();
  const { data, isLoading } = useCall(api.contracts.list, {
    params: { ...useHolder(), type: "all" },
    query: { limit: 1 },
  });
  const count = data?.awaiting ?? 0;
  const needs =
    count === 0
      ? []
      : [
          {
            id: "contracts",
            text: t("dashboard.needs.contracts", { count }),
            action: t("dashboard.needs.contractsAction"),
            to: "/contracts",
          },
        ];
  return { needs, isLoading };
}
