/** Staff's pages that were left hear of nothing: what changes meanwhile makes them ask again when somebody comes back. */
import { useQueryClient } from "@tanstack/react-query";
import { useSocketConnect, useSocketEvent } from "./use-socket-event.ts";

export function useMarkLeftPages(): void {
  const queries = useQueryClient();
  const mark = () => void queries.invalidateQueries({ queryKey: ["admin"], type: "inactive", refetchType: "none" });
  useSocketConnect(mark);
  useSocketEvent("desk:changed", mark);
  useSocketEvent("request:changed", mark);
  useSocketEvent("holder:state", mark);
  useSocketEvent("setting:changed", mark);
  // A saved draft tells its version; staff's pages show what was submitted.
  useSocketEvent("form:changed", (event) => {
    if (event?.version === undefined) mark();
  });
}
