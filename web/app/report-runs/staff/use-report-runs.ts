/** Runs of reports and their schedules. */
import type { RunOrder } from "@portico/api/report-runs.ts";
import type { AddresseeState, RunAction } from "@portico/api/rules/report-runs.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";

const pageRows = 50;
/** While a run works, for a browser whose socket is closed. */
const lookAgainMs = 5000;

export function useRuns() {
  const api = useApi();
  return usePages(api.reportRuns.list, { query: { limit: pageRows } });
}

export function useRun(id: number) {
  const api = useApi();
  return useCall(
    api.reportRuns.get,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.state === "running" ? lookAgainMs : false) },
  );
}

export function useAddressees(id: number, state: AddresseeState | undefined) {
  const api = useApi();
  return usePages(api.reportRuns.listAddressees, {
    params: { id },
    query: { limit: pageRows, ...(state && { state }) },
  });
}

export function useSchedules() {
  const api = useApi();
  return useCall(api.reportRuns.listSchedules);
}

/** What a run or schedule can be made of: groups and strategies, once they are chosen from. */
export function useChoices(scope: RunOrder["holders"]["scope"]) {
  const api = useApi();
  const groups = useCall(api.distributionGroups.list, {}, { enabled: scope === "group" });
  const strategies = useCall(
    api.funds.listAllDefinitions,
    { query: { limit: 200 } },
    { enabled: scope === "strategy" },
  );
  return { groups: groups.data ?? [], strategies: strategies.data?.definitions ?? [] };
}

export const useStartRun = () => useChange((api, body: RunOrder) => api.reportRuns.create({ body }));
export const useRunAction = (id: number) =>
  useChange((api, action: RunAction) => api.reportRuns.move({ params: { id }, body: { action } }));
export const useRetry = (id: number) =>
  useChange((api, _nothing: undefined) => api.reportRuns.retry({ params: { id }, body: {} }));
export const useAllowGaps = (id: number) =>
  useChange((api, body: { addressee: number; all: boolean; reason: string }) =>
    api.reportRuns.allowGaps({ params: { id }, body }),
  );
export const useSwitchSchedule = (id: number) =>
  useChange((api, enabled: boolean) => api.reportRuns.switchSchedule({ params: { id }, body: { enabled } }));

export function useHolderReports({ holderType, holderId }: Holder) {
  const api = useApi();
  return usePages(api.reportRuns.listOfHolder, { params: { holderType, holderId }, query: { limit: pageRows } });
}

export function useProof({ holderType, holderId }: Holder, id: number) {
  const api = useApi();
  return useCall(api.reportRuns.getProof, { params: { holderType, holderId, id } });
}
