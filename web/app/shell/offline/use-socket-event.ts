/** `useSocketEvent("portfolio:changed", (event) => …)`: listens to an event while the component is mounted. */
import type { ServerEventFields, ServerEventName } from "@portico/api/events.ts";
import { useEffect, useRef } from "react";
import { onSocketConnect, onSocketEvent, onSocketRefused } from "./socket.ts";

export function useSocketEvent<Name extends ServerEventName>(
  name: Name,
  handler: (event: ServerEventFields[Name]) => void,
): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);
  useEffect(() => onSocketEvent(name, (event: ServerEventFields[Name]) => latest.current(event)), [name]);
}

/** Runs at every connection of the socket while the component is mounted. */
export function useSocketConnect(handler: () => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);
  useEffect(() => onSocketConnect(() => latest.current()), []);
}

/** Runs where the server does not know the session any more, while the component is mounted. */
export function useSocketRefused(handler: () => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);
  useEffect(() => onSocketRefused(() => latest.current()), []);
}
