/** Events that services emit after commit; sockets, mails and analytics listen, and no domain imports them. */
import { EventEmitter } from "node:events";
import type { ServerEventFields, ServerEventName } from "@portico/api/events.ts";

/** Socket events that services emit; those to one session follow from `sessionsRevoked` and from connecting. */
export type RelayedEventName = Exclude<ServerEventName, "session:revoked" | "connection:missed">;

/** Events that stay inside the server. */
interface InternalEvents {
  /** These sessions have ended: their sockets must be closed on every node. */
  sessionsRevoked: [{ sessionIds: number[]; reason: ServerEventFields["session:revoked"]["reason"] }];
  /** Role, representation or companies of these users changed: their sockets need other rooms. */
  rightsChanged: [{ userIds: number[] }];
  /** A browser or other client opened a session. */
  signedIn: [{ userId: number; sessionId: number }];
}

export type DomainEvents = InternalEvents & { [Name in RelayedEventName]: [ServerEventFields[Name]] };

export type Events = EventEmitter<DomainEvents>;
export const createEvents = (): Events => new EventEmitter<DomainEvents>();
