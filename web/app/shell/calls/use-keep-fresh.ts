/** The one listener that keeps pages fresh: what an event or a new connection makes stale is declared in api/events.ts. */
import type { ServerEventFields, ServerEventName } from "@portico/api/events.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { onAnySocketEvent, onSocketConnect } from "../socket.ts";
import { makeStale } from "./stale.ts";

/** Makes stale what an event does: for a page that found out by itself. */
export function useApplyEvent(): <Name extends ServerEventName>(name: Name, event: ServerEventFields[Name]) => void {
  const queries = useQueryClient();
  return useCallback(
    (name, event) => void makeStale(queries, ({ applyEvent }) => applyEvent(queries, name, event)),
    [queries],
  );
}

/** When the last page that listened was left; undefined while one listens. */
let leftAt: number | undefined;
/** Longer than it takes from one layout to the next. */
const gapMs = 1000;

export function useKeepFresh(): void {
  const queries = useQueryClient();
  const apply = useApplyEvent();
  useEffect(() => {
    const catchUp = () => void makeStale(queries, ({ applyConnection }) => applyConnection(queries));
    if (leftAt !== undefined && Date.now() - leftAt > gapMs) catchUp();
    leftAt = undefined;
    const stops = [onAnySocketEvent(apply), onSocketConnect(catchUp)];
    return () => {
      leftAt = Date.now();
      for (const stop of stops) stop();
    };
  }, [queries, apply]);
}
