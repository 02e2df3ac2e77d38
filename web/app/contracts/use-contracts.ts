/** Contracts of a holder. */
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { allRows, usePages } from "../shell/calls/use-pages.ts";

export const pageRows = 50;

/** Of every type, the newest first. */
export function useContracts({ holderType, holderId }: Holder) {
  const api = useApi();
  return usePages(api.contracts.list, { params: { holderType, holderId, type: "all" }, query: { limit: pageRows } });
}

/** Far more than a holder has. */
const exportLimit = 10_000;

/** All of them, for the CSV file. */
export function useAllContracts({ holderType, holderId }: Holder) {
  const api = useApi();
  const input = { params: { holderType, holderId, type: "all" }, query: { limit: 200 } };
  return () => allRows(api.contracts.list, input, { most: exportLimit });
}

export function useContract({ holderType, holderId }: Holder, id: number) {
  const api = useApi();
  return useCall(api.contracts.get, { params: { holderType, holderId, id } });
}
