/** Whether a request can be made for the active holder. */
import type { ActiveHolder } from "../../shell/session/active-holder.ts";

/** Why no request can be made now, as a text key; undefined if one can. */
export function requestBlock({
  holder: { holderType },
  state,
  clientNumber,
  readOnly,
}: Pick<ActiveHolder, "holder" | "state" | "clientNumber" | "readOnly">) {
  if (readOnly) return "readOnly";
  if (state === "rejected" || state === "disabled") return "closed";
  if (state !== "postKYC") return `state.${holderType}` as const;
  return clientNumber === null ? (`number.${holderType}` as const) : undefined;
}
