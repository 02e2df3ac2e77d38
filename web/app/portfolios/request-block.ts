/** When a request can be made for whom the person acts for. */
import type { Acting } from "../shell/acting.ts";

/** Why no request can be made now; undefined where one can. */
export const requestBlock = ({
  state,
  clientNumber,
  readOnly,
}: Pick<Acting, "state" | "clientNumber" | "readOnly">): "state" | "number" | "readOnly" | undefined => {
  if (readOnly) return "readOnly";
  if (state !== "postKYC") return "state";
  return clientNumber === null ? "number" : undefined;
};
