/** What a holder lets others read, and what others let the person read. */
import type { Share } from "@portico/api/delegations.ts";
import type { DelegatedPart } from "@portico/api/rules/delegations.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";
import { useProfile } from "../shell/session/session.ts";

export function useDelegations({ holderType, holderId }: Holder) {
  const api = useApi();
  return useCall(api.delegations.list, { params: { holderType, holderId } });
}

export interface Invitation {
  email: string;
  parts: DelegatedPart[];
  validTo: string;
  language: Language;
}

export const useInvite = ({ holderType, holderId }: Holder) =>
  useChange((api, body: Invitation) => api.delegations.invite({ params: { holderType, holderId }, body }));

/** What others let the person read today; undefined while it loads. */
export function useShares(): { shares: readonly Share[] | undefined; query: ReturnType<typeof useOwnShares> } {
  const query = useOwnShares();
  return { shares: query.data, query };
}
/** What this holder lets the person read. */
export function useSharesOf(holder: Holder | undefined, { enabled }: { enabled: boolean }): readonly Share[] {
  const { data = [] } = useOwnShares({ enabled });
  return data.filter((one) => one.holderType === holder?.holderType && one.holderId === holder.holderId);
}
function useOwnShares({ enabled } = { enabled: true }) {
  const api = useApi();
  const { id: userId } = useProfile();
  return useCall(api.delegations.listOwn, { params: { userId } }, { enabled });
}
