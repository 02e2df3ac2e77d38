/** The sign-ins of everybody: one page of the list, the charts, and the rows of the export. */
import type { analytics } from "@portico/api/analytics.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { FiguresBy } from "@portico/api/rules/sign-ins.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { useText } from "../../ui/text.tsx";
import { type Change, changed, pageSize, readSearch, type SignInSearch, toSearchFilter } from "./analytics-search.ts";

export type SignInRow = Answer<typeof analytics.fetch>["analytics"][number];

/** The address as a search, and how to change it; filters add no history entries. */
export function useSignInSearch(): [SignInSearch, (change: Change) => void] {
  const [params, setParams] = useSearchParams();
  const today = useFirmToday();
  const asked = useMemo(() => readSearch(params, today), [params, today]);
  const change = useCallback(
    (part: Change) => setParams((before) => changed(before, part), { replace: true, preventScrollReset: true }),
    [setParams],
  );
  return [asked, change];
}

export function useSignIns(asked: SignInSearch) {
  const api = useApi();
  return useCall(
    api.analytics.fetch,
    { body: { ...toSearchFilter(asked), page: asked.page, pageSize } },
    { placeholderData: keepPreviousData, enabled: !asked.isFaulty },
  );
}

export function useFigures(by: FiguresBy, { from, to, isFaulty }: Pick<SignInSearch, "from" | "to" | "isFaulty">) {
  const api = useApi();
  return useCall(
    api.analytics.getFigures,
    { query: { by, from, to } },
    { placeholderData: keepPreviousData, enabled: !isFaulty },
  );
}

/** The rows for the file; says so if there are more, and null after a failure. */
export function useExport(asked: SignInSearch): () => Promise<SignInRow[] | null> {
  const t = useText();
  const api = useApi();
  return async () => {
    try {
      const { rows, capped } = await api.analytics.exportRows({ body: toSearchFilter(asked) });
      if (capped) alert.warning(t("admin.analytics.exportCapped", { count: rows.length }));
      return rows;
    } catch (error) {
      alert.error(errorText(t, error) || t("admin.analytics.exportFailed"));
      return null;
    }
  };
}
