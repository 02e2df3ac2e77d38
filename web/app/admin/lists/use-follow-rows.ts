/** A list that follows colleagues: what changes of a holder who is shown is fetched again; changes of others cost nothing. */
import type { Holder } from "@portico/api/shapes.ts";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useSocketEvent } from "../../shell/use-socket-event.ts";

export function useFollowRows(
  queryKey: QueryKey,
  holderType: Holder["holderType"],
  rows: readonly { id: number }[] | undefined,
): void {
  const queries = useQueryClient();
  const again = (event: Holder | undefined) => {
    if (event?.holderType === holderType && rows?.some(({ id }) => id === event.holderId))
      void queries.invalidateQueries({ queryKey });
  };
  useSocketEvent("holder:state", again);
  // A submitted renewal leaves the state as it was; a saved draft tells its version.
  useSocketEvent("form:changed", (event) => {
    if (event?.version === undefined) again(event);
  });
}
