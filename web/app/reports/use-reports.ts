/** Reports of a holder. */
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";
import { usePages } from "../shell/calls/use-pages.ts";

export const pageRows = 50;
/** While a report is made, for a browser whose socket is closed. */
const lookAgainMs = 3000;

export interface ReportFilter {
  /** `daily`: statements of assets of a single day, which are left out otherwise. */
  kind: ReportKind | "daily" | undefined;
  year: number | undefined;
}
export const noFilter: ReportFilter = { kind: undefined, year: undefined };
const queryOf = ({ kind, year }: ReportFilter) => ({
  limit: pageRows,
  daily: kind === "daily" ? ("yes" as const) : ("no" as const),
  ...(kind !== undefined && kind !== "daily" && { kind }),
  ...(year !== undefined && { year }),
});
export const firstQuery = queryOf(noFilter);

export function useReports({ holderType, holderId }: Holder, filter = noFilter) {
  const api = useApi();
  return usePages(
    api.reports.list,
    { params: { holderType, holderId }, query: queryOf(filter) },
    { placeholderData: keepPreviousData },
  );
}

export function useReport(id: number) {
  const api = useApi();
  return useCall(
    api.reports.get,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.state === "making" ? lookAgainMs : false) },
  );
}

export interface WantedReport {
  kind: ReportKind;
  from: string;
  to: string;
  language: Language;
}

export const useAskForReport = ({ holderType, holderId }: Holder) =>
  useChange((api, body: WantedReport) => api.reports.ask({ params: { holderType, holderId }, body }));
