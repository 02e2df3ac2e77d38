/** What the firm asked a holder for. Alone in its file, because the dashboard loads it. */
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";

export function useDocumentRequests({ holderType, holderId }: Holder) {
  const api = useApi();
  return useCall(api.documents.listRequests, { params: { holderType, holderId } });
}
