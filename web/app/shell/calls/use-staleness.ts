/** The only listener that keeps pages fresh: api/events.ts declares what an event makes stale. */
import type { ServerEventFields, ServerEventName } from "@portico/api/events.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { onAnySocketEvent } from "../offline/socket.ts";
import { makeStale } from "./stale.ts";

/** Applies an event, for a page that found out by itself. */
export function useApplyEvent(): <Name extends ServerEventName>(name: Name, event: ServerEventFields[Name]) => void {
  const queries = useQueryClient();
  return useCallback(
    (name, event) => void makeStale(queries, ({ applyEvent }) => applyEvent(queries, name, event)),
    [queries],
  );
}

/** When the last listening page was left; undefined while one listens. */
let leftAt: number | undefined;
/** Longer than switching between layouts takes. */
const gapMs = 1000;

export function useStaleness(): void {
  const apply = useApplyEvent();
  useEffect(() => {
    if (leftAt !== undefined && Date.now() - leftAt > gapMs) apply("connection:missed", {});
    leftAt = undefined;
    const stop = onAnySocketEvent(apply);
    return () => {
      leftAt = Date.now();
      stop();
    };
  }, [apply]);
}
