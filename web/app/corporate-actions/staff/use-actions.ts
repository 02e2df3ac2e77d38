/** Corporate actions as staff work on them. */
import type { corporateActions } from "@portico/api/corporate-actions.ts";
import type { Parsed } from "@portico/api/endpoint.ts";
import type { ActionState, RunKind, ShareState } from "@portico/api/rules/corporate-actions.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";

const pageRows = 50;
/** While a run works, for a browser whose socket is closed. */
const lookAgainMs = 4000;

export type ActionFilter = ActionState | "elections" | "";
export type ActionBody = Parsed<typeof corporateActions.create>["body"];

export const useActions = (filter: ActionFilter) =>
  usePages(useApi().corporateActions.list, {
    query: {
      limit: pageRows,
      ...(filter === "elections" ? { open: filter } : filter !== "" && { state: filter }),
    },
  });

export const useAction = (id: number) =>
  useCall(
    useApi().corporateActions.get,
    { params: { id } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.runs.some(({ state }) => state === "calculating" || state === "booking") ? lookAgainMs : false,
    },
  );

export const useShares = (id: number, runId: number, state: ShareState | undefined) =>
  usePages(useApi().corporateActions.listHolders, {
    params: { id, runId },
    query: { limit: pageRows, ...(state && { state }) },
  });

export const useElections = (id: number) =>
  usePages(useApi().corporateActions.listElections, { params: { id }, query: { limit: pageRows } });

export const useCreateAction = () => useChange((api, body: ActionBody) => api.corporateActions.create({ body }));
export const useChangeAction = (id: number) =>
  useChange((api, body: ActionBody & { version: number; reason: string }) =>
    api.corporateActions.change({ params: { id }, body }),
  );
export const usePreviewRun = (id: number) =>
  useChange((api, kind: RunKind) => api.corporateActions.preview({ params: { id }, body: { kind } }));
export const useDropRun = (id: number, runId: number) =>
  useChange((api, _nothing: undefined) => api.corporateActions.drop({ params: { id, runId }, body: {} }));
