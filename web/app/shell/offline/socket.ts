/**
 * The socket: events from the server that something changed; the pages fetch. Loaded after hydration, when somebody is
 * signed in.
 */
import type { ServerEventFields, ServerEventName } from "@portico/api/events.ts";
import { socketReconnection } from "@portico/api/socket-reconnection.ts";
import type { Socket } from "socket.io-client";
import { currentSession, onSessionChange } from "../session/session.ts";
import { createStore } from "../store.ts";

/** How the connection broke, in socket.io's terms; each has its text. */
type SocketTrouble = "timeout" | "transportClosed" | "pingTimeout";

export const socketTrouble = createStore<SocketTrouble | null>(null);

interface Listener {
  name: ServerEventName;
  /** The event matches its name, which onSocketEvent, the only way in, ensures. */
  handler: (event: never) => void;
}
const listeners = new Set<Listener>();
const connectHandlers = new Set<() => void>();
const refusedHandlers = new Set<() => void>();
type AnyHandler = <Name extends ServerEventName>(name: Name, event: ServerEventFields[Name]) => void;
const anyHandlers = new Set<AnyHandler>();
let socket: Socket | undefined;
let connectedAs: string | undefined;

/** The portal's own address; on localhost port 3000 the API's port, 8081 unless set otherwise (docs/rules.md). */
export const socketAddress = (page: Pick<Location, "hostname" | "port" | "origin">, apiPort: number): string =>
  page.hostname === "localhost" && page.port === "3000" ? `http://localhost:${apiPort}` : page.origin;

/** Reasons from socket.io: "transport close", "ping timeout", an error called "timeout". */
export function troubleOf(reason: string): SocketTrouble | null {
  if (reason === "ping timeout") return "pingTimeout";
  if (reason === "timeout") return "timeout";
  return reason.startsWith("transport") ? "transportClosed" : null;
}

/** A session with a dozen open pages is refused another; of a network that was lost, they count for a while. */
const refusedAgainMs = 30_000;

/**
 * Milliseconds since this page was requested. Both clocks, because one may stop while a computer sleeps and the other
 * may be set.
 */
const pageAge = (): number => Math.max(performance.now(), Date.now() - performance.timeOrigin);
/** After its first connection a page cannot say since when it has missed events. */
let hasConnected = false;

type SocketHandler = Parameters<Socket["on"]>[1];
const attach = ({ name, handler }: Listener): unknown => socket?.on(name, handler as SocketHandler);
const detach = ({ name, handler }: Listener): unknown => socket?.off(name, handler as SocketHandler);

function disconnect(): void {
  socket?.disconnect();
  socket = undefined;
  connectedAs = undefined;
  socketTrouble.set(null);
}

async function connect(token: string, apiPort: number): Promise<void> {
  connectedAs = token;
  const { io } = await import("socket.io-client");
  if (connectedAs !== token) return;
  const opened = io(socketAddress(location, apiPort), {
    ...socketReconnection,
    // Polling takes four requests before the socket opens, and is for networks that do not let it through.
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    withCredentials: true,
    auth: (send) => send({ token: currentSession()?.token, ...(!hasConnected && { pageAge: pageAge() }) }),
  });
  socket = opened;
  socket.on("connect", () => {
    hasConnected = true;
    socketTrouble.set(null);
    for (const handler of connectHandlers) handler();
  });
  socket.on("disconnect", (reason) => socketTrouble.set(troubleOf(reason)));
  socket.on("connect_error", ({ message }) => {
    socketTrouble.set(troubleOf(message) ?? socketTrouble.get());
    // After other failures, but for the end of the session, socket.io connects again by itself.
    if (message === "unauthenticated") for (const handler of refusedHandlers) handler();
    if (message === "tooManyRequests") setTimeout(() => opened === socket && opened.connect(), refusedAgainMs);
  });
  socket.onAny((name: ServerEventName, event: ServerEventFields[ServerEventName]) => {
    for (const handler of anyHandlers) handler(name, event);
  });
  for (const listener of listeners) attach(listener);
}

function followToken(apiPort: number): void {
  const token = currentSession()?.token;
  if (token === connectedAs) return;
  disconnect();
  if (token) connect(token, apiPort).catch(() => socketTrouble.set("transportClosed"));
}

/** Follows the session: connects on sign-in, disconnects on sign-out. Returns how to stop. */
export function followSession(apiPort: number): () => void {
  const follow = () => followToken(apiPort);
  follow();
  const stop = onSessionChange(follow);
  return () => {
    stop();
    disconnect();
  };
}

/** True while the socket is connected, so that events are received. */
export const isSocketConnected = (): boolean => socket?.connected ?? false;

/** Listens to an event until stopped, over every reconnection. */
export function onSocketEvent<Name extends ServerEventName>(
  name: Name,
  handler: (event: ServerEventFields[Name]) => void,
): () => void {
  const listener: Listener = { name, handler };
  listeners.add(listener);
  attach(listener);
  return () => {
    listeners.delete(listener);
    detach(listener);
  };
}

/** Listens to every event. */
export function onAnySocketEvent(handler: AnyHandler): () => void {
  anyHandlers.add(handler);
  return () => void anyHandlers.delete(handler);
}

/** Runs at every connection, for what the page has from before it was loaded, or has to send. */
export function onSocketConnect(handler: () => void): () => void {
  connectHandlers.add(handler);
  return () => void connectHandlers.delete(handler);
}

/** Runs where the server does not know the session: it ended before the page was connected, so that nobody told it. */
export function onSocketRefused(handler: () => void): () => void {
  refusedHandlers.add(handler);
  return () => void refusedHandlers.delete(handler);
}
