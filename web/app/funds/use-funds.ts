/** The calls of clients' pages of target funds. */
import type { Definition } from "@portico/api/funds.ts";
import { useMemo } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { usePages } from "../shell/calls/use-pages.ts";
import { useHolder } from "../shell/session/active-holder.ts";
import type { Compared } from "./compare-lines.tsx";
import { comparedPast, historyFigures } from "./history-figures.ts";

export function useDefinitions() {
  return usePages(useApi().funds.listDefinitions, { query: { limit: 24 } });
}

export function useDefinition(id: number, enabled = true) {
  return useCall(useApi().funds.getDefinition, { params: { id }, query: { includeDocsContent: "true" } }, { enabled });
}

/** The figures of a definition's history; undefined while it or the definition loads. */
export function useHistory(id: number, definition: Definition | undefined) {
  const query = useCall(
    useApi().funds.getDefinitionHistory,
    { params: { id } },
    { enabled: definition !== undefined, staleTime: 5 * 60 * 1000 },
  );
  const { data } = query;
  const history = useMemo(() => data && historyFigures(data), [data]);
  return { query, history };
}

/** Whether the holder may ask to join, with their profile; undefined while it loads. */
export function useFit(definitionId: number | undefined) {
  return useCall(
    useApi().funds.getFit,
    { params: { ...useHolder(), definitionId: definitionId ?? 0 } },
    { enabled: definitionId !== undefined },
  );
}

export function useJoins() {
  return useCall(useApi().funds.listJoins, { params: useHolder() });
}

function useComparedOne(id: number | undefined) {
  const query = useDefinition(id ?? 0, id !== undefined);
  const definition = id === undefined ? undefined : query.data;
  const { history, query: historyQuery } = useHistory(id ?? 0, definition);
  const past = history && comparedPast(history);
  return {
    one: definition && past !== undefined ? { definition, past } : undefined,
    isPending: id !== undefined && (query.isLoading || historyQuery.isLoading),
    query: query.error ? query : historyQuery,
  };
}

/** Up to three definitions with what a comparison shows of their past. */
export function useCompared(ids: readonly number[]) {
  const all = [useComparedOne(ids[0]), useComparedOne(ids[1]), useComparedOne(ids[2])];
  return {
    compared: all.map(({ one }) => one).filter((one): one is Compared => one !== undefined),
    isPending: all.some(({ isPending }) => isPending),
    failed: all.find(({ query }) => query.error !== null)?.query,
  };
}
