/** Legal holds, archives and erasures of one holder. */
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";

export const useDataRights = ({ holderType, holderId }: Holder) =>
  useCall(useApi().dataRights.get, { params: { holderType, holderId } });

export const usePlaceHold = ({ holderType, holderId }: Holder) =>
  useChange((api, body: { reason: string; endsOn: string }) =>
    api.dataRights.placeHold({ params: { holderType, holderId }, body }),
  );
