/** Candidates, lists and how it stands with a client. */
import type { CandidateAction, CandidateState } from "@portico/api/rules/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";

export type Shown = "open" | "decided";

export const useCandidates = (filter: { show: Shown; assigned?: number }) =>
  usePages(useApi().screening.listCandidates, { query: { ...filter, limit: 50 } });

export const useCandidate = (id: number) => useCall(useApi().screening.getCandidate, { params: { id } });

export const useLists = () => usePages(useApi().screening.listLists, { query: { limit: 30 } });

/** Not asked for readers below the office. */
export function useHolderScreening({ holderType, holderId }: Holder, options: { staleTime?: number } = {}) {
  const enabled = useHasLevel("office");
  return useCall(useApi().screening.ofHolder, { params: { holderType, holderId } }, { ...options, enabled });
}

export const useDecideCandidate = (id: number) =>
  useChange((api, body: { action: CandidateAction; state: CandidateState; reason: string }) =>
    api.screening.decide({ params: { id }, body }),
  );
