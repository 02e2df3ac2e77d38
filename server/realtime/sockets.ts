/**
 * The socket connections of open pages: who may connect, which rooms they join, and how the server's events reach them.
 */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import cookie from "@fastify/cookie";
import type { ServerEvents } from "@portico/api/events.ts";
import { isStaff } from "@portico/api/permissions.ts";
import { createAdapter } from "@socket.io/postgres-adapter";
import type pg from "pg";
import { Server, type ServerOptions, type Socket } from "socket.io";
import { findLiveSessions, type RoomRights, resolveViewer } from "../domains/sessions/viewer.ts";
import { callerAddressBy } from "../http/caller-address.ts";
import { namesItsHost } from "../http/connections.ts";
import { createLimits, type Limited } from "../http/limits.ts";
import { bindCookie } from "../http/session.ts";
import type { Services } from "../kernel/context.ts";
import type { DomainEvents } from "../kernel/events.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Viewer } from "../kernel/viewer.ts";
import { createRecentEvents, type RecentEvents } from "./recent-events.ts";
import type { SocketBus } from "./redis-bus.ts";
import { type Deliver, relayEvents } from "./relay.ts";
import { room } from "./rooms.ts";
import { createSessionPlaces } from "./session-places.ts";
import { correctAnswers } from "./socket-answers.ts";

interface SocketData {
  viewer: Viewer;
}
type Revocation = DomainEvents["sessionsRevoked"][0];
interface BetweenServers {
  relayed: Deliver;
  revoked: (revocation: Revocation) => void;
  rightsChanged: (userIds: number[]) => void;
  placesTaken: (sessionId: number, answer: (count: number) => void) => void;
}
type Sockets = Server<Record<string, never>, ServerEvents, BetweenServers, SocketData>;
type PortalSocket = Socket<Record<string, never>, ServerEvents, BetweenServers, SocketData>;

/** How often a process checks that its sockets' sessions and rights are still valid: expiry causes no event. */
const usualCheckMs = 60_000;

/** Connections per network; a page opens one, and another after each loss. */
const handshake: Limited = {
  eachProcess: true,
  method: "GET",
  path: "/socket.io",
  rateLimits: [{ tries: 600, seconds: 60, per: "address" }],
};
/** A connection must identify itself within this time, or is closed. */
const usualIntroductionMs = 10_000;

/** Whether the answers are asked for as calls of a function (JSONP): another site's page could then read them. */
const isForScript = ({ url = "" }: IncomingMessage): boolean =>
  new URLSearchParams(url.slice(url.indexOf("?") + 1)).has("j");

/** The rooms that a viewer's rights allow. */
const roomsOf = (viewer: Viewer): string[] => [
  room.session(viewer.sessionId),
  room.holder({ holderType: "user", holderId: viewer.userId }),
  ...[...viewer.represents, ...viewer.begun].map((holderId) => room.holder({ holderType: "company", holderId })),
  ...(isStaff(viewer.role) && !viewer.lacksSecondFactor ? [room.staff] : []),
];

/** Sockets whose viewer is known and that have not joined their rooms yet. */
type Arriving = ReadonlySet<PortalSocket>;

function followEvents(
  io: Sockets,
  { events }: Services,
  { recent, arriving }: { recent: RecentEvents; arriving: Arriving },
): void {
  const deliverHere: Deliver = (rooms, name, event) => {
    recent.note(rooms);
    // relay.ts takes both from one declaration.
    io.local.to(rooms).emit(name, ...([event] as never));
  };
  io.on("relayed", deliverHere);
  relayEvents((...delivered) => {
    deliverHere(...delivered);
    io.serverSideEmit("relayed", ...delivered);
  }, events);
  // One message to every server: two (notify, then disconnect) could overtake each other.
  const endHere = ({ sessionIds, reason }: Revocation): void => {
    for (const sessionId of sessionIds) {
      io.local.to(room.session(sessionId)).emit("session:revoked", { reason });
      io.local.in(room.session(sessionId)).disconnectSockets(true);
    }
    for (const socket of arriving) if (sessionIds.includes(socket.data.viewer.sessionId)) socket.conn.close();
  };
  io.on("revoked", endHere);
  // The page reconnects by itself and then joins its current rooms.
  const reconnectHere = (userIds: number[]): void => {
    recent.note(userIds.map((holderId) => room.holder({ holderType: "user", holderId })));
    for (const socket of [...arriving, ...io.of("/").sockets.values()])
      if (userIds.includes(socket.data.viewer.userId)) socket.conn.close();
  };
  io.on("rightsChanged", reconnectHere);
  events.on("rightsChanged", ({ userIds }) => {
    reconnectHere(userIds);
    io.serverSideEmit("rightsChanged", userIds);
  });
  events.on("sessionsRevoked", (revocation) => {
    endHere(revocation);
    io.serverSideEmit("revoked", revocation);
  });
}

/** The rights behind a socket's rooms, as text to compare. */
const textOf = ({ role, lacksSecondFactor, represents, begun }: RoomRights): string =>
  JSON.stringify([role, lacksSecondFactor, represents, begun]);

/** Closes a connection whose session has ended or whose rooms have changed; false if neither is so. */
function dropIfChanged(socket: PortalSocket, now: RoomRights | undefined): boolean {
  if (now && textOf(now) === textOf(socket.data.viewer)) return false;
  // A page reconnects after a closed connection, but not after a disconnection.
  if (now || !socket.connected) socket.conn.close();
  else socket.disconnect(true);
  return true;
}

/** Disconnects the sockets of this process whose rights have ended or changed; the page reconnects if it may. */
async function dropExpired(io: Sockets, { db }: Services): Promise<void> {
  const sockets = [...io.of("/").sockets.values()];
  if (sockets.length === 0) return;
  const live = await findLiveSessions(db, [...new Set(sockets.map((socket) => socket.data.viewer.sessionId))]);
  for (const socket of sockets) dropIfChanged(socket, live.get(socket.data.viewer.sessionId));
}

/** Time for the adapter to listen on its channels after connecting. */
const listeningAgainMs = 1000;

/**
 * The pool for the adapter, which holds one connection to listen and replaces it when lost. Messages of other servers
 * in the meantime are lost, so `again` is called: connected pages must fetch again.
 */
function listeningPool(pool: pg.Pool, listening: pg.Pool, again: () => void): pg.Pool {
  let connectionCount = 0;
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await listening.connect();
    connectionCount += 1;
    // The adapter never returns it, and a dead connection must not keep its place in the pool.
    client.once("end", () => client.release(true));
    if (connectionCount > 1) setTimeout(again, listeningAgainMs).unref();
    return client;
  };
  return Object.assign(Object.create(pool) as pg.Pool, { connect, query: pool.query.bind(pool) });
}

/** Closes the connections under the sockets: the pages reconnect by themselves and fetch what they may have missed. */
function dropConnections(io: Sockets): void {
  for (const socket of io.of("/").sockets.values()) socket.conn.close();
}

interface Counting {
  /** Rejects with a refusal if there are too many from there. */
  countCall: (address: string) => Promise<unknown>;
  addressOf: (request: IncomingMessage) => string;
  log: Services["log"];
}

/** Whether a request may begin a connection: from a page of these origins, by the portal's name, and not too often. */
function requestsFrom(
  origins: readonly string[],
  { countCall, addressOf, log }: Counting,
): NonNullable<ServerOptions["allowRequest"]> {
  return (request, decide) => {
    const { origin } = request.headers;
    // No page asks for its messages as a script of another site.
    if (isForScript(request) || !namesItsHost(request)) return decide("badInput", false);
    if (origin !== undefined && !origins.includes(origin)) return decide(null, false);
    countCall(addressOf(request)).then(
      () => decide(null, true),
      (error: unknown) => {
        if (!(error instanceof Refusal)) log.warn({ err: error }, "socket limit");
        decide("tooManyRequests", false);
      },
    );
  };
}

interface Arrival {
  places: ReturnType<typeof createSessionPlaces>;
  /** Sockets whose rights were read, and that have not joined their rooms. */
  arriving: Set<PortalSocket>;
  addressOf: (request: IncomingMessage) => string;
}

/** Lets in who identifies themselves with a session that is still valid and has a place. */
function admission(services: Services, { places, arriving, addressOf }: Arrival) {
  const introduced = new WeakSet<object>();
  return (socket: PortalSocket, next: (error?: Error) => void) => {
    // One database query per connection, however often it identifies itself.
    if (introduced.has(socket.conn)) return socket.conn.close();
    introduced.add(socket.conn);
    const refuse = (reason: "unauthenticated" | "tooManyRequests"): void => {
      next(new Error(reason));
      // After the message, which is sent in the next tick.
      setImmediate(() => socket.conn.close());
    };
    const token: unknown = socket.handshake.auth.token;
    const arrive = async (): Promise<void> => {
      const { viewer } = await resolveViewer(services, {
        token: typeof token === "string" ? token : "",
        bind: cookie.parse(socket.handshake.headers.cookie ?? "")[bindCookie],
        address: addressOf(socket.request),
        requestId: socket.id,
      });
      if (!viewer) return refuse("unauthenticated");
      if (!(await places.take(socket.conn, viewer.sessionId))) return refuse("tooManyRequests");
      socket.data.viewer = viewer;
      arriving.add(socket);
      socket.conn.once("close", () => arriving.delete(socket));
      // What ended before now was announced when this socket could not be found.
      const live = await findLiveSessions(services.db, [viewer.sessionId]);
      if (!dropIfChanged(socket, live.get(viewer.sessionId))) next();
    };
    // If the database is away, the connection is closed: a page comes again after that, and never after a refusal.
    arrive().catch((error) => (error instanceof Refusal ? refuse("unauthenticated") : socket.conn.close()));
  };
}

/**
 * Attaches socket.io to the given servers, if any: without, the events of this process reach the sockets of others. Only pages of `origins` can connect; the handshake contains the token and,
 * from a browser, the cookie. Works across processes through the database's notifications or
 * the given bus.
 */
export function openSockets(
  services: Services,
  {
    servers,
    pool,
    listening = pool,
    bus,
    origins,
    checkMs = usualCheckMs,
    introductionMs = usualIntroductionMs,
  }: {
    servers: HttpServer[];
    pool: pg.Pool;
    listening?: pg.Pool;
    /** Carries messages between processes instead of the database. */
    bus?: SocketBus | undefined;
    origins: string[];
    checkMs?: number;
    introductionMs?: number;
  },
): { close(): Promise<void>; count: () => number } {
  const { log } = services;
  const limits = createLimits(pool, { on: services.config.rateLimits }).of(handshake);
  const countCall = async (address: string) => limits.byAddress?.(address);
  const addressOf = callerAddressBy(services.config);
  const io: Sockets = new Server({
    cors: { origin: origins, credentials: true },
    allowRequest: requestsFrom(origins, { countCall, addressOf, log }),
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: introductionMs,
  });
  const recent = createRecentEvents();
  const started = setTimeout(() => recent.begin(), listeningAgainMs);
  started.unref();
  const listenAgain = () => {
    recent.begin();
    dropConnections(io);
  };
  bus?.onReturn(listenAgain);
  io.adapter(
    bus?.adapter ??
      createAdapter(listeningPool(pool, listening, listenAgain), {
        payloadThreshold: 7999,
        errorHandler: (error) => log.warn({ err: error }, "socket bus"),
      }),
  );
  const places = createSessionPlaces((sessionId) => io.serverSideEmitWithAck("placesTaken", sessionId));
  io.on("placesTaken", (sessionId, answer) => answer(places.countOf(sessionId)));
  const arriving = new Set<PortalSocket>();
  io.use(admission(services, { places, arriving, addressOf }));
  io.on("connection", (socket) => {
    const rooms = roomsOf(socket.data.viewer);
    // Joined first: what comes from now on is received.
    void socket.join(rooms);
    arriving.delete(socket);
    if (recent.mayHaveMissed(rooms, socket.handshake.auth.pageAge)) socket.emit("connection:missed", {});
    // Pages only listen: rooms follow from rights, never from requests of the page.
    socket.onAny(() => socket.conn.close());
  });
  followEvents(io, services, { recent, arriving });
  const expiry = setInterval(
    () => void dropExpired(io, services).catch((error) => log.warn({ err: error }, "socket expiry check")),
    checkMs,
  );
  expiry.unref();
  for (const server of servers) {
    io.attach(server);
    correctAnswers(server);
  }
  return {
    // Without servers there is no engine: events are sent to other processes alone.
    count: () => (servers.length > 0 ? io.engine.clientsCount : 0),
    async close() {
      clearInterval(expiry);
      clearTimeout(started);
      // Only those of this process, and not as a disconnection, after which pages do not connect again.
      dropConnections(io);
      await io.of("/").adapter.close();
      if (servers.length > 0) io.engine.close();
    },
  };
}
