/** Proposals, updated by colleagues' decisions. */
import type { DecidedSo, Proposal } from "@portico/api/proposals.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";

export interface ProposalFilter {
  state: "open" | "decided";
  assigned?: number;
  decidable?: "true";
}

export function useProposals(filter: ProposalFilter) {
  const api = useApi();
  return usePages(api.proposals.list, { query: { ...filter, limit: 30 } });
}

/** The current data of a proposal that has left its list. */
export function useProposal(listed: Proposal, isGone: boolean): Proposal {
  const api = useApi();
  const { data } = useCall(api.proposals.get, { params: { proposalId: listed.id } }, { enabled: isGone });
  return (isGone && data) || listed;
}

/** Open proposals about one holder. */
export function useOpenProposals({ holderType, holderId }: Holder, enabled: boolean) {
  const api = useApi();
  const query = { holder_type: holderType, holder_id: holderId, limit: 10 };
  const { data } = useCall(api.proposals.list, { query }, { enabled });
  return data?.proposals ?? [];
}

export function useDecide() {
  return useChange(
    (api, { id, body }: { id: number; body: DecidedSo }) => api.proposals.decide({ params: { proposalId: id }, body }),
    // The dialog closes with the answer, and the lists update afterwards.
    { inBackground: true },
  );
}
