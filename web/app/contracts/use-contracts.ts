/** Contracts of a holder. */
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../shell/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { usePages } from "../shell/calls/use-pages.ts";

const pageRows = 50;

/** Of every type, the newest first. */
export function useContracts({ holderType, holderId }: Holder) {
  const api = useApi();
  return usePages(api.contracts.list, { params: { holderType, holderId, type: "all" }, query: { limit: pageRows } });
}

export function useContract({ holderType, holderId }: Holder, id: number) {
  const api = useApi();
  return useCall(api.contracts.get, { params: { holderType, holderId, id } });
}
