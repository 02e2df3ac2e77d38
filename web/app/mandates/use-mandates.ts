/** Category, mandate, flags of positions and notices of a holder. */

import type { Parsed } from "@portico/api/endpoint.ts";
import type { mandates } from "@portico/api/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";
import { usePages } from "../shell/calls/use-pages.ts";

export const noticeRows = 50;

export const useFlags = ({ holderType, holderId }: Holder) =>
  useCall(useApi().mandates.listFlags, { params: { holderType, holderId } });
export const useMandate = ({ holderType, holderId }: Holder) =>
  useCall(useApi().mandates.get, { params: { holderType, holderId } });
export const useMandateRecords = ({ holderType, holderId }: Holder) =>
  useCall(useApi().mandates.listRecords, { params: { holderType, holderId } });
export const useFallNotices = ({ holderType, holderId }: Holder) =>
  usePages(useApi().mandates.listNotices, { params: { holderType, holderId }, query: { limit: noticeRows } });

export type MandateBody = Parsed<typeof mandates.record>["body"];
export const useRecordMandate = ({ holderType, holderId }: Holder) =>
  useChange((api, body: MandateBody) => api.mandates.record({ params: { holderType, holderId }, body }));

export type FlagBody = Parsed<typeof mandates.recordFlag>["body"];
export const useRecordFlag = ({ holderType, holderId }: Holder) =>
  useChange((api, body: FlagBody) => api.mandates.recordFlag({ params: { holderType, holderId }, body }));
