/** Whether a request can be made for the active holder. */
import type { ActiveHolder } from "../../shell/session/active-holder.ts";

/**
 * Why no request of the type can be made now, as a text key; undefined if one can. A withdrawal goes on while a renewal is
 * open, as at the server (new-requests.policy.ts).
 */
export function requestBlock(
  {
    holder: { holderType },
    state,
    clientNumber,
    readOnly,
  }: Pick<ActiveHolder, "holder" | "state" | "clientNumber" | "readOnly">,
  type?: "withdrawal",
) {
  if (readOnly) return "readOnly";
  if (state === "rejected" || state === "disabled") return "closed";
  if (state === "pendingReKYC" && type !== "withdrawal" && clientNumber !== null)
    return `renewal.${holderType}` as const;
  if (state !== "postKYC" && state !== "pendingReKYC") return `state.${holderType}` as const;
  return clientNumber === null ? (`number.${holderType}` as const) : undefined;
}
