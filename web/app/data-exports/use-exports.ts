/** Exports for accounting and analysis. */
import type { ExportOrderBody } from "@portico/api/data-exports.ts";
import type { ExportScope } from "@portico/api/rules/data-exports.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";
import { usePages } from "../shell/calls/use-pages.ts";

const pageRows = 30;

export function useExports() {
  const api = useApi();
  return usePages(api.dataExports.list, { query: { limit: pageRows } });
}

/** Groups and custodians, once they are chosen from. */
export function useChoices(scope: ExportScope) {
  const api = useApi();
  const groups = useCall(api.distributionGroups.list, {}, { enabled: scope === "group" });
  const custodians = useCall(api.custodians.list, {}, { enabled: scope === "custodian" });
  return { groups: groups.data ?? [], custodians: custodians.data?.custodians ?? [] };
}

export const useCreateExport = () => useChange((api, body: ExportOrderBody) => api.dataExports.create({ body }));
export const useCancelExport = (id: number) =>
  useChange((api, _nothing: undefined) => api.dataExports.cancel({ params: { id }, body: {} }));
