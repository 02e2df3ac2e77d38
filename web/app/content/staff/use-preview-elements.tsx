/** How the editor's preview shows the placeholders of a page: as visitors see them, with the tables as they are now. */

import type { FeeTable, Treasury } from "@portico/api/settings/fees.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useContentElements } from "../public-text.tsx";

export function usePreviewElements() {
  const api = useApi();
  const fees = useCall(api.settings.get, { params: { name: "feeTable" } });
  const treasury = useCall(api.settings.get, { params: { name: "treasury" } });
  return useContentElements({
    fees: (fees.data?.data as FeeTable | undefined) ?? { fees: [] },
    treasury: (treasury.data?.data as Treasury | undefined) ?? { asOf: null, banks: [], interest: [] },
  });
}
