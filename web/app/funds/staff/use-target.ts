/** The staff's calls of target funds. */

import { useApi } from "../../shell/calls/api.tsx";
import type { AnswerOf } from "../../shell/calls/keys.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { usePages } from "../../shell/calls/use-pages.ts";

export type Opened = AnswerOf<ReturnType<typeof useApi>["funds"]["openDefinition"]>;
export type OpenedFund = AnswerOf<ReturnType<typeof useApi>["funds"]["openFund"]>;
export type JoinRow = AnswerOf<ReturnType<typeof useApi>["funds"]["listAllJoins"]>["joins"][number];

export const useStaffDefinitions = () => usePages(useApi().funds.listAllDefinitions, { query: { limit: 200 } });
export const useOrder = () => useCall(useApi().funds.listDefinitionIds);
export const useOpened = (id: number) => useCall(useApi().funds.openDefinition, { params: { id } });
export const useStaffFund = (id: number) => useCall(useApi().funds.openFund, { params: { id } });
export const useFundNames = () => useCall(useApi().funds.listFunds, { query: { limit: 200 } });
export const useExpiring = () => useCall(useApi().funds.listExpiringDocuments, { query: { days: 60 } });
