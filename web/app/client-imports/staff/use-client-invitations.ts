/** Invitations of existing clients. */
import type { ClientInvitationState } from "@portico/api/rules/client-imports.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";

export interface InvitationFilter {
  importId?: number;
  state?: ClientInvitationState | "signedIn" | "returned";
  search?: string;
}
export type Whom = { ids: number[] } | { filter: InvitationFilter };

/** Who signs in tells no page of staff. */
const lookAgainMs = 10_000;

export function useClientInvitations(filter: InvitationFilter) {
  const api = useApi();
  return usePages(
    api.clientImports.listInvitations,
    { query: { ...filter, limit: 100 } },
    { refetchInterval: lookAgainMs },
  );
}

export const useCorrectEmail = () =>
  useChange((api, { id, email }: { id: number; email: string }) =>
    api.clientImports.correctEmail({ params: { userId: id }, body: { email } }),
  );
