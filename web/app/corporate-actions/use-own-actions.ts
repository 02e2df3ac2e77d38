/** A holder's corporate actions, and what they elect. */
import type { OptionName } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";

export const useOwnActions = ({ holderType, holderId }: Holder) =>
  useCall(useApi().corporateActions.listOwn, { params: { holderType, holderId } });

export const useElect = ({ holderType, holderId }: Holder, id: number) =>
  useChange((api, option: OptionName | null) =>
    api.corporateActions.elect({ params: { holderType, holderId, id }, body: { option } }),
  );
