/** `useSocketEvent("portfolio:changed", (event) => …)`: hears an event while the component is on the page. */
import type { ServerEventName, ServerEvents } from "@portico/api/events.ts";
import { useEffect, useRef } from "react";
import { onSocketConnect, onSocketEvent } from "./socket.ts";

type Payload<Name extends ServerEventName> = Parameters<ServerEvents[Name]>[0];

export function useSocketEvent<Name extends ServerEventName>(
  name: Name,
  handler: (event: Payload<Name>) => void,
): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);
  useEffect(() => onSocketEvent(name, (event: Payload<Name>) => latest.current(event)), [name]);
}

/** Runs at every connection of the socket while the component is on the page. */
export function useSocketConnect(handler: () => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);
  useEffect(() => {
    const stop = onSocketConnect(() => latest.current());
    return () => void stop();
  }, []);
}
