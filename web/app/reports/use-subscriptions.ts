/** What a holder has subscribed to. */
import type { ReportFrequency } from "@portico/api/rules/report-subscriptions.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";

export function useSubscriptions({ holderType, holderId }: Holder) {
  const api = useApi();
  return useCall(api.reports.listSubscriptions, { params: { holderType, holderId } });
}

export interface WantedSubscription {
  kind: ReportKind;
  frequency: ReportFrequency;
  language: Language;
}
export const useSubscribe = ({ holderType, holderId }: Holder) =>
  useChange((api, body: WantedSubscription) => api.reports.subscribe({ params: { holderType, holderId }, body }));
export const useUnsubscribe = ({ holderType, holderId }: Holder) =>
  useChange((api, subscriptionId: number) =>
    api.reports.unsubscribe({ params: { holderType, holderId, subscriptionId }, body: {} }),
  );
