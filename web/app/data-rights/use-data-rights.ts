/** Legal holds, archives and erasures of one holder. */
import type { dataRights } from "@portico/api/data-rights.ts";
import type { Parsed } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";

export const useDataRights = ({ holderType, holderId }: Holder) =>
  useCall(useApi().dataRights.get, { params: { holderType, holderId } });

export const useErasurePreview = ({ holderType, holderId }: Holder) =>
  useCall(useApi().dataRights.previewErasure, { params: { holderType, holderId } });

type ErasureBody = Parsed<typeof dataRights.askErasure>["body"];
export const useAskErasure = ({ holderType, holderId }: Holder) =>
  useChange((api, body: ErasureBody) => api.dataRights.askErasure({ params: { holderType, holderId }, body }));

export const usePlaceHold = ({ holderType, holderId }: Holder) =>
  useChange((api, body: { reason: string; endsOn: string }) =>
    api.dataRights.placeHold({ params: { holderType, holderId }, body }),
  );
